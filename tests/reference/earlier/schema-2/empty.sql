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
CREATE TABLE head (one integer primary key check (one = 1), seq integer not null, hash text not null);
INSERT INTO "head" VALUES(1,0,'0000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE "meta" (
   "key" TEXT PRIMARY KEY,
   "value" TEXT
);
INSERT INTO "meta" VALUES('session','v-now');
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
