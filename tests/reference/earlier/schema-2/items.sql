-- As gradertui makes it with a head (schema 2), dumped.
PRAGMA user_version = 1;
PRAGMA journal_mode = delete;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'gradertui.items','m001_items','2026-11-30 11:30:24.005184+00:00');
CREATE TABLE "items" (
   "item_id" TEXT PRIMARY KEY,
   "question_id" TEXT,
   "system" TEXT,
   "template" TEXT,
   "variant" TEXT,
   "replicate" INTEGER,
   "text" TEXT,
   "confidence" REAL,
   "cited_source" TEXT,
   "retrieved" TEXT,
   "baseline_answer" TEXT,
   "original" TEXT
);
INSERT INTO "items" VALUES('q0-a','q0','a','','',1,'¿0? says a.',NULL,'','[]','','{}');
INSERT INTO "items" VALUES('q0-b','q0','b','','',1,'¿0? says b.',NULL,'','[]','','{}');
INSERT INTO "items" VALUES('q1-a','q1','a','','',1,'¿1? says a.',NULL,'','[]','','{}');
INSERT INTO "items" VALUES('q1-b','q1','b','','',1,'¿1? says b.',NULL,'','[]','','{}');
INSERT INTO "items" VALUES('q2-a','q2','a','','',1,'¿2? says a.',NULL,'','[]','','{}');
INSERT INTO "items" VALUES('q2-b','q2','b','','',1,'¿2? says b.',NULL,'','[]','','{}');
CREATE TABLE "meta" (
   "key" TEXT PRIMARY KEY,
   "value" TEXT
);
INSERT INTO "meta" VALUES('session','8cf83196e1554ee4');
INSERT INTO "meta" VALUES('plan_hash','47b40eca93db91a17a4840f968b986559297baceadc895b87171f832113900bd');
CREATE TABLE "questions" (
   "question_id" TEXT PRIMARY KEY,
   "text" TEXT,
   "refs" TEXT,
   "answerable" INTEGER,
   "source_ids" TEXT,
   "topic" TEXT,
   "split" TEXT,
   "critical" INTEGER
);
INSERT INTO "questions" VALUES('q0','What is number 0?','["It is 0."]',1,'["s0"]','','',0);
INSERT INTO "questions" VALUES('q1','What is number 1?','["It is 1."]',1,'["s0"]','','',0);
INSERT INTO "questions" VALUES('q2','What is number 2?','["It is 2."]',1,'["s0"]','','',0);
CREATE TABLE "sources" (
   "source_id" TEXT PRIMARY KEY,
   "text" TEXT,
   "topic" TEXT
);
INSERT INTO "sources" VALUES('s0','Note zero says zero.','numbers');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_items_question_id_system_template_variant_replicate_item_id"
    ON "items" ("question_id", "system", "template", "variant", "replicate", "item_id");
CREATE INDEX "idx_questions_question_id_answerable"
    ON "questions" ("question_id", "answerable");
COMMIT;
