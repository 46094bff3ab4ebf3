-- A log as gradertui 0.1.0 made it (schema 1): made by that release, and dumped.
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'gradertui.log','m001_log','2026-11-30 02:08:13.906711+00:00');
CREATE TABLE "arrangement" (
   "name" TEXT PRIMARY KEY,
   "value" BLOB
);
INSERT INTO "arrangement" VALUES('_ends',X'0200000004000000');
INSERT INTO "arrangement" VALUES('_cluster',X'0000000000000000');
INSERT INTO "arrangement" VALUES('_replicate',X'0100000001000000');
INSERT INTO "arrangement" VALUES('_members',X'0000000001000000');
INSERT INTO "arrangement" VALUES('_starts',X'0000000002000000');
INSERT INTO "arrangement" VALUES('_arms',X'00000100');
INSERT INTO "arrangement" VALUES('_ids',X'227430743122');
INSERT INTO "arrangement" VALUES('_names',X'5B227131225D');
INSERT INTO "arrangement" VALUES('_combinations',X'5B5B2261225D2C205B2262225D5D');
INSERT INTO "arrangement" VALUES('_answerable',X'0202');
INSERT INTO "arrangement" VALUES('for',X'706C616E2032');
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
INSERT INTO "events" VALUES(1,'PlanFrozen',NULL,'plan',NULL,NULL,'','{"plan": "seed = 1\n"}','2026-11-30T01:49:00.000+00:00','94197115a554ab6fa2d2cf72726dac2113e800c361aedadf38bdb9c794d605d8');
INSERT INTO "events" VALUES(2,'Labelled',0,'R',NULL,900,'t0','{"blind": true, "statistics": "live"}','2026-11-30T01:49:00.000+00:00','18f832a5ffca1616681748ece03316bf619f4c9730a78e41b748a07b3ef32ea5');
INSERT INTO "events" VALUES(3,'Labelled',1,'X',NULL,700,'t1','{"blind": true, "statistics": "live"}','2026-11-30T01:49:00.000+00:00','b5e5e8a98fd6265d056435c87fd6534b861d3d6302c685b861c0df3332bc3f95');
INSERT INTO "events" VALUES(4,'Retracted',1,'',3,NULL,'t1','{}','2026-11-30T01:49:00.000+00:00','75cc772992d90ab75d93e90bab34b46de1726b8d73e18f316893afee81c0eb20');
INSERT INTO "events" VALUES(5,'Commented',0,'¿Seguro? ''sí''',NULL,NULL,'t0','{}','2026-11-30T01:49:00.000+00:00','4d7077cf23f7d7d50432fc9db60f3694d4e33819f256f4ccd9802f96ad699804');
CREATE TABLE "meta" (
   "key" TEXT PRIMARY KEY,
   "value" TEXT
);
INSERT INTO "meta" VALUES('session','dia18');
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
COMMIT;
