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
CREATE TABLE "meta" (
   "key" TEXT PRIMARY KEY,
   "value" TEXT
);
INSERT INTO "meta" VALUES('session','v-ee8c94c');
CREATE TABLE "tasks" (
   "position" INTEGER PRIMARY KEY,
   "task" TEXT,
   "cluster" TEXT,
   "arms" TEXT,
   "replicate" INTEGER,
   "answerable" INTEGER
);
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
