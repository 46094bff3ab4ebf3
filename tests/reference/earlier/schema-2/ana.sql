-- As gradertui makes it with a head (schema 2), dumped.
PRAGMA user_version = 2;
PRAGMA journal_mode = wal;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'gradertui.log','m001_log','2026-11-30 11:30:24.525313+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'gradertui.log','m002_head','2026-11-30 11:30:24.548226+00:00');
CREATE TABLE "arrangement" (
   "name" TEXT PRIMARY KEY,
   "value" BLOB
);
INSERT INTO "arrangement" VALUES('_ends',X'04000000080000000C000000100000001400000018000000');
INSERT INTO "arrangement" VALUES('_cluster',X'000000000000000001000000010000000200000002000000');
INSERT INTO "arrangement" VALUES('_replicate',X'010000000100000001000000010000000100000001000000');
INSERT INTO "arrangement" VALUES('_members',X'000000000100000002000000030000000400000005000000');
INSERT INTO "arrangement" VALUES('_starts',X'00000000020000000400000006000000');
INSERT INTO "arrangement" VALUES('_arms',X'000001000100000000000100');
INSERT INTO "arrangement" VALUES('_ids',X'2271322D6171322D6271312D6271312D6171302D6171302D6222');
INSERT INTO "arrangement" VALUES('_names',X'5B227132222C20227131222C20227130225D');
INSERT INTO "arrangement" VALUES('_combinations',X'5B5B2261225D2C205B2262225D5D');
INSERT INTO "arrangement" VALUES('_answerable',X'020202020202');
INSERT INTO "arrangement" VALUES('for',X'343762343065636139336462393161313761343834306639363862393836353539323937626163656164633839356238373137316638333231313339303062642036');
CREATE TABLE "events" (
   "seq" INTEGER PRIMARY KEY,
   "kind" TEXT NOT NULL,
   "position" INTEGER,
   "value" TEXT NOT NULL,
   "undoes" INTEGER,
   "active_ms" INTEGER,
   "task" TEXT NOT NULL,
   "body" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "hash" TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'PlanFrozen',NULL,'47b40eca93db91a17a4840f968b986559297baceadc895b87171f832113900bd',NULL,NULL,'','{"plan": "# The plan of this session. Edit it freely until the first label freezes it.\nmode = \"grade\"\ntitle = \"old\"\nseed = 1  # order of the tasks and codes of the systems follow from it\nblind = true  # systems are coded S1, S2 … while grading\nlevel = 0.95  # confidence of every interval\norder = \"shuffled\"  # shuffled, or as in the file: then a part is no sample of the whole\nrepeats = 0  # how many tasks come a second time, without its being said\ngraders = []  # who grades; empty is whoever comes\noverlap = 1.0  # the share that every grader named gets; the rest is dealt out\n\n# What is expected, and which comparison the study is about.\nhypothesis = \"\"  # with its direction, in words\n# accepts_reverse = true  # would you accept the opposite result as readily?\narms = [\"a\", \"b\"]\n# planned comparisons, from the first to the second; one Holm family\npairs = [[\"a\", \"b\"]]\nprimary = []  # the pair the study is about: tested by itself, outside the family\nevent = \"incorrect\"  # what pairs are compared on: incorrect, correct or abstained\nkinds = []  # asked after an X; contradicts, adds-true, adds-false, citation, or words of your own\nheld_out = \"\"  # the split of the questions that is looked at once, at the end\n\n# What is shown while grading.\nstatistics = \"live\"  # live, pooled (no contrasts until complete) or sealed\nshows = []  # what may betray a system and is shown all the same: \"citation\", \"confidence\"\nabstention = \"\"  # the sentence by which a system says that it does not know\nnote = \"\"  # a warning that every report repeats\n\n[thresholds]  # fixed beforehand, each from 0 to 1\n# rate = 0.1  # the largest rate of the event that is acceptable\n\n[bank]  # who wrote the questions, when, and what they were when this plan was written\n# author = \"\"\n# date = \"\"\nhash = \"f4aa6194c7f2e3cb44d23439a73cf973d0531159cd8f34260188aa56daf62d50\"\nanswers = \"db1e6f1c13e69a28ec2617cf82d68c237c1f855ed8653721cdd538dc4020fb5f\"\n\n[declared]  # what no record can answer before publishing\n# use = \"\"  # how like the questions are to those that are really asked\n# threshold = \"\"  # on which data a threshold was chosen, and on which it was checked\n# review = \"\"  # who else went over the labels\n\n[inputs]\n\n[rubric]\n"}','2026-11-29T23:50:00.000+00:00','6f68779d9424bc43b135f653f66629843f137e231dda14e8cb69e928a8c3b122');
INSERT INTO "events" VALUES(2,'Labelled',0,'R',NULL,900,'q2-a','{"blind": true, "statistics": "live"}','2026-11-29T23:50:00.000+00:00','0b770fb9d747c0700bb36fb228d6da23316da271efc59cac9c74ae9844e15257');
INSERT INTO "events" VALUES(3,'Labelled',1,'X',NULL,901,'q2-b','{"blind": true, "statistics": "live"}','2026-11-29T23:50:00.000+00:00','32ea42b285ed1d417e8bacf744dc4874efc3c790f15142153289b7e75bea0a78');
INSERT INTO "events" VALUES(4,'Commented',0,'¿Seguro? ''sí''',NULL,NULL,'q2-a','{}','2026-11-29T23:50:00.000+00:00','7a7904af65f0b5ab73bb4f284949771a28f18b6649b2864c36f72f1e900ff27f');
INSERT INTO "events" VALUES(5,'Labelled',2,'N',NULL,902,'q1-b','{"blind": true, "statistics": "live"}','2026-11-29T23:50:00.000+00:00','07f4ef4e8426d9a0cb8e3ae443cdb0181ae815c25217165dbd1aa9d175b99c14');
INSERT INTO "events" VALUES(6,'Retracted',2,'',5,NULL,'q1-b','{}','2026-11-29T23:50:00.000+00:00','e1a916588e59165ca149eb060603ad8b65e08bcb077acbdf4abd63568fe7f973');
INSERT INTO "events" VALUES(7,'Labelled',2,'X',NULL,902,'q1-b','{"blind": true, "statistics": "live"}','2026-11-29T23:50:00.000+00:00','7787dc1fc48e459f10f0c318b7effdffbecd49e1fdf83cdf5cecdb1143016164');
INSERT INTO "events" VALUES(8,'Labelled',3,'R',NULL,903,'q1-a','{"blind": true, "statistics": "live"}','2026-11-29T23:50:00.000+00:00','6d59b1a44d292b3b8a78b161b51305816b475676e55093711d74e259121b44a6');
CREATE TABLE head (one integer primary key check (one = 1), seq integer not null, hash text not null);
INSERT INTO "head" VALUES(1,8,'6d59b1a44d292b3b8a78b161b51305816b475676e55093711d74e259121b44a6');
CREATE TABLE "meta" (
   "key" TEXT PRIMARY KEY,
   "value" TEXT
);
INSERT INTO "meta" VALUES('session','v-now');
INSERT INTO "meta" VALUES('grader','ana');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_events_position_kind_seq"
    ON "events" ("position", "kind", "seq");
CREATE UNIQUE INDEX "idx_events_undoes"
    ON "events" ("undoes");
CREATE TRIGGER events_no_update before update on events begin select raise(abort, 'events are never changed: undo is another event'); end;
CREATE TRIGGER events_no_delete before delete on events begin select raise(abort, 'events are never changed: undo is another event'); end;
CREATE TRIGGER events_no_replace before insert on events when exists (select 1 from events where seq >= new.seq or undoes = new.undoes) begin select raise(abort, 'events are never changed: undo is another event'); end;
CREATE VIEW "standing" AS select * from events e where not exists (select 1 from events r where r.undoes = e.seq);
CREATE VIEW "labels" AS 
        select e.task, e.value as label, (select value from meta where key = 'grader') as grader, e.at, e.active_ms,
          e.position, json_extract(e.body, '$.blind') as blind,
          coalesce((select c.value from standing c where c.position = e.position and c.kind = 'Commented'
                    order by c.seq desc limit 1), '') as comment,
          coalesce((select f.value from standing f where f.position = e.position and f.kind = 'Flagged'
                    order by f.seq desc limit 1), '') = '1' as flagged,
          e.seq
        from standing e
        where e.kind = 'Labelled' and not exists (
          select 1 from standing n where n.position = e.position and n.seq > e.seq
          and n.kind in ('Labelled', 'Skipped', 'Excluded'))
        order by e.seq;
CREATE TRIGGER events_head after insert on events begin update head set seq = new.seq, hash = new.hash; end;
CREATE TRIGGER head_no_update before update on head when new.seq <= old.seq begin select raise(abort, 'events are never changed: undo is another event'); end;
CREATE TRIGGER head_no_delete before delete on head begin select raise(abort, 'events are never changed: undo is another event'); end;
COMMIT;
