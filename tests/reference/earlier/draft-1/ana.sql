-- As gradertui made it on its first evening (schema 1, before a release), dumped.
PRAGMA user_version = 1;
PRAGMA journal_mode = wal;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'gradertui.log','m001_log','2026-11-30 11:28:56.268886+00:00');
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
INSERT INTO "events" VALUES(1,'PlanFrozen',NULL,'1123b7f84cc6357d4c5002f3323885311156412195f8ea96cdc81e17e08ea39f',NULL,NULL,'','{"plan": "# The plan of this session. Edit it freely until the first label freezes it.\nmode = \"grade\"\ntitle = \"old\"\nseed = 1  # order of the tasks and codes of the systems follow from it\nblind = true  # systems are coded S1, S2 … while grading\nlevel = 0.95  # confidence of every interval\nevent = \"incorrect\"  # what pairs are compared on: incorrect, correct or abstained\narms = [\"a\", \"b\"]\npairs = [[\"a\", \"b\"]]  # planned comparisons, from the first to the second; one Holm family\nstatistics = \"live\"  # live, pooled (no contrasts until complete) or sealed\nshows = []  # what may betray a system and is shown all the same: \"citation\", \"confidence\"\nabstention = \"\"  # the sentence by which a system says that it does not know\nnote = \"\"  # a warning that every report repeats\n\n[inputs]\n\n[rubric]\n"}','2026-11-29T23:50:00.000+00:00','270872a30c7ec91c3cd2962c16bb6ae907edaab48c965f83d9eb001e46921dc6');
INSERT INTO "events" VALUES(2,'Labelled',0,'R',NULL,900,'q2-a','{"blind": true, "statistics": "live"}','2026-11-29T23:50:00.000+00:00','066a8b2a2998b4e4f2911017576d365893947497a2533315a03b2373b4f9372a');
INSERT INTO "events" VALUES(3,'Labelled',1,'X',NULL,901,'q2-b','{"blind": true, "statistics": "live"}','2026-11-29T23:50:00.000+00:00','f79e9a1cb3fdbf135c5602206aff65a35178e62ee8619f46d3acf6d37127af23');
INSERT INTO "events" VALUES(4,'Commented',0,'¿Seguro? ''sí''',NULL,NULL,'q2-a','{}','2026-11-29T23:50:00.000+00:00','42a7da4e5fc518e107d736c9ace5135ab93f4f785489d1db688911293aab2c1e');
INSERT INTO "events" VALUES(5,'Labelled',2,'N',NULL,902,'q1-b','{"blind": true, "statistics": "live"}','2026-11-29T23:50:00.000+00:00','51d3d3605a80181e946b84c478fbf33fe85aabb6b551cb95ac11159189dd7a81');
INSERT INTO "events" VALUES(6,'Retracted',2,'',5,NULL,'q1-b','{}','2026-11-29T23:50:00.000+00:00','cdfcb45d065ca3428cbf80b2a0168789ad18f7be44491c05de132f2fffab2659');
INSERT INTO "events" VALUES(7,'Labelled',2,'X',NULL,902,'q1-b','{"blind": true, "statistics": "live"}','2026-11-29T23:50:00.000+00:00','296e51cb48c32e03a9aa809ce163a2982269203591e6b5a5c0675f6b3004b9cf');
INSERT INTO "events" VALUES(8,'Labelled',3,'R',NULL,903,'q1-a','{"blind": true, "statistics": "live"}','2026-11-29T23:50:00.000+00:00','82b2398f9dd78baa957889e776b40fe200e7ba1929089af429c74f308bf10414');
CREATE TABLE "meta" (
   "key" TEXT PRIMARY KEY,
   "value" TEXT
);
INSERT INTO "meta" VALUES('session','v-ee8c94c');
INSERT INTO "meta" VALUES('grader','ana');
CREATE TABLE "tasks" (
   "position" INTEGER PRIMARY KEY,
   "task" TEXT,
   "cluster" TEXT,
   "arms" TEXT,
   "replicate" INTEGER,
   "answerable" INTEGER
);
INSERT INTO "tasks" VALUES(0,'q2-a','q2','["a"]',1,1);
INSERT INTO "tasks" VALUES(1,'q2-b','q2','["b"]',1,1);
INSERT INTO "tasks" VALUES(2,'q1-b','q1','["b"]',1,1);
INSERT INTO "tasks" VALUES(3,'q1-a','q1','["a"]',1,1);
INSERT INTO "tasks" VALUES(4,'q0-a','q0','["a"]',1,1);
INSERT INTO "tasks" VALUES(5,'q0-b','q0','["b"]',1,1);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_events_position_kind_seq"
    ON "events" ("position", "kind", "seq");
CREATE UNIQUE INDEX "idx_events_undoes"
    ON "events" ("undoes");
CREATE TRIGGER events_no_update before update on events begin select raise(abort, 'events are never changed: undo is another event'); end;
CREATE TRIGGER events_no_delete before delete on events begin select raise(abort, 'events are never changed: undo is another event'); end;
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
COMMIT;
