-- A book as version 6 wrote it. Never edit this file: it stands for the books of clubs.
PRAGMA application_id = 1245795154;
PRAGMA user_version = 6;
BEGIN TRANSACTION;
CREATE TABLE archers_games (
        id INTEGER PRIMARY KEY,
        size INTEGER NOT NULL CHECK (size BETWEEN 7 AND 15),
        kings INTEGER NOT NULL CHECK (kings IN (0, 1)),
        white TEXT,
        black TEXT,
        day TEXT NOT NULL,
        started TEXT NOT NULL,
        ended TEXT,
        state TEXT NOT NULL CHECK (state IN ('playing', 'over', 'unfinished')),
        reason TEXT,
        winner TEXT CHECK (winner IN ('w', 'b')),
        CHECK ((state = 'over') = (reason IS NOT NULL))
    );
CREATE TABLE archers_turns (
        game_id INTEGER NOT NULL REFERENCES archers_games (id),
        number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 400),
        turn TEXT NOT NULL,
        PRIMARY KEY (game_id, number)
    ) WITHOUT ROWID;
CREATE TABLE evening_log (
        id INTEGER PRIMARY KEY,
        event TEXT NOT NULL,
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        fact TEXT NOT NULL
    );
CREATE TABLE fingerprints (
        print TEXT NOT NULL,
        game_id INTEGER NOT NULL REFERENCES games (id),
        PRIMARY KEY (print, game_id)
    ) WITHOUT ROWID;
INSERT INTO "fingerprints" VALUES('079c783fe692e0324090c3c4cb1e3690414b84c96d05b388beaf58ab1ec7a11e',1);
CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        uid TEXT NOT NULL UNIQUE,
        match_id INTEGER NOT NULL REFERENCES matches (id),
        number INTEGER NOT NULL CHECK (number IN (1, 2)),
        rule_set_id INTEGER NOT NULL REFERENCES rule_sets (id),
        white_id INTEGER REFERENCES players (id),
        black_id INTEGER REFERENCES players (id),
        table_name TEXT NOT NULL DEFAULT '',
        start TEXT NOT NULL,
        any_first INTEGER NOT NULL CHECK (any_first IN (0, 1)),
        day TEXT NOT NULL,
        started TEXT,
        ended TEXT,
        state TEXT NOT NULL CHECK (state IN ('playing', 'over', 'unfinished')),
        agreed INTEGER NOT NULL DEFAULT 0 CHECK (agreed IN (0, 1)),
        resigned TEXT CHECK (resigned IN ('w', 'b')),
        reason TEXT,
        winner TEXT CHECK (winner IN ('w', 'b')),
        white_points INTEGER,
        black_points INTEGER,
        corrected INTEGER NOT NULL DEFAULT 0 CHECK (corrected IN (0, 1)),
        imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1)),
        deleted TEXT,
        CHECK ((state = 'over') = (reason IS NOT NULL)),
        CHECK ((reason IS NULL) = (white_points IS NULL)),
        CHECK ((reason IS NULL) = (black_points IS NULL)),
        CHECK (white_id <> black_id)
    );
INSERT INTO "games" VALUES(1,'0583878d9d5a493b821807b68819c86a',1,1,1,1,2,'','bbbbb/5/5/5/wwwww w w0b0 w0b0 -',1,'2025-06-01','2025-06-01T09:00:00Z','2025-06-01T09:00:00Z','over',1,NULL,'arrived','w',3,0,1,0,NULL);
INSERT INTO "games" VALUES(2,'498121b3e84a4af6a323570b82a086f2',1,2,1,2,1,'','bbbbb/5/5/5/wwwww w w0b0 w0b0 -',1,'2025-06-01','2025-06-01T09:00:00Z',NULL,'playing',0,NULL,NULL,NULL,NULL,NULL,0,0,NULL);
CREATE TABLE history (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        what TEXT NOT NULL,
        game_id INTEGER REFERENCES games (id),
        player_id INTEGER REFERENCES players (id),
        before TEXT NOT NULL,
        after TEXT NOT NULL
    );
INSERT INTO "history" VALUES(1,'2025-06-01T09:00:00Z','organiser','result',1,NULL,'{"reason": "agreed", "winner": null, "points": [0, 0]}','{"reason": "arrived", "winner": "w", "points": [3, 0]}');
CREATE TABLE hub_tables (
        name TEXT PRIMARY KEY,
        club TEXT NOT NULL,
        cursor INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
CREATE TABLE inbox (
        table_name TEXT NOT NULL,
        uid TEXT NOT NULL,
        version INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        arrived TEXT NOT NULL,
        payload TEXT NOT NULL,
        PRIMARY KEY (table_name, uid, version)
    ) WITHOUT ROWID;
CREATE TABLE lesson_progress (
        id INTEGER PRIMARY KEY,
        player_id INTEGER NOT NULL REFERENCES players (id),
        lesson TEXT NOT NULL,
        stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 3),
        mistakes INTEGER NOT NULL CHECK (mistakes >= 0),
        at TEXT NOT NULL
    );
INSERT INTO "lesson_progress" VALUES(1,1,'first-steps',2,1,'2025-06-01T09:00:00Z');
CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        uid TEXT NOT NULL UNIQUE
    );
INSERT INTO "matches" VALUES(1,'82a1854e27b34207a75ed7ea784348a3');
CREATE TABLE moves (
        game_id INTEGER NOT NULL REFERENCES games (id),
        ply INTEGER NOT NULL CHECK (ply >= 1),
        move TEXT NOT NULL,
        position TEXT NOT NULL,
        ms INTEGER NOT NULL,
        PRIMARY KEY (game_id, ply)
    ) WITHOUT ROWID;
INSERT INTO "moves" VALUES(1,1,'b1-d2','bbbbb/5/5/3w1/w1www b w0b0 w0b0 -',1000);
INSERT INTO "moves" VALUES(1,2,'d5-b4','bbb1b/1b3/5/3w1/w1www w w0b0 w0b0 -',2000);
INSERT INTO "moves" VALUES(1,3,'c1-d3','bbb1b/1b3/3w1/3w1/w2ww b w0b0 w0b0 -',3000);
INSERT INTO "moves" VALUES(1,4,'e5xd3','bbb2/1b3/3B1/3w1/w2ww w w0b0 w0b0 -',4000);
INSERT INTO "moves" VALUES(1,5,'d2xd3','bbb2/1b3/3W1/5/w2ww b w0b1 w0b0 -',5000);
INSERT INTO "moves" VALUES(1,6,'b4xd3','bbb2/5/3B1/5/w2ww w w1b1 w0b0 -',6000);
INSERT INTO "moves" VALUES(1,7,'e1xd3','bbb2/5/3W1/5/w2w1 b w1b2 w0b0 -',7000);
INSERT INTO "moves" VALUES(1,8,'@e5','bbb1b/5/3W1/5/w2w1 w w1b1 w0b0 -',8000);
INSERT INTO "moves" VALUES(2,1,'d5-b4','bbb1b/1b3/5/5/wwwww w w0b0 w0b0 -',1000);
INSERT INTO "moves" VALUES(2,2,'b1-d2','bbb1b/1b3/5/3w1/w1www b w0b0 w0b0 -',2000);
CREATE TABLE outbox (
        seq INTEGER PRIMARY KEY,
        uid TEXT NOT NULL,
        version INTEGER NOT NULL,
        payload TEXT NOT NULL
    );
CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        club TEXT NOT NULL DEFAULT '',
        prefers TEXT CHECK (prefers IN ('w', 'b')),
        merged_into INTEGER REFERENCES players (id)
    );
INSERT INTO "players" VALUES(1,'First player','first player','',NULL,NULL);
INSERT INTO "players" VALUES(2,'Second player','second player','',NULL,NULL);
CREATE TABLE rule_sets (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        definition TEXT NOT NULL UNIQUE
    );
INSERT INTO "rule_sets" VALUES(1,'jasir-pergioco','[rules.jasir-pergioco]
title = "Jasir (PerGioco)"
sources = "PerGioco, Newsletter 34 and its Jasir page"
lines = "a1-c2 a1-b3 b1-d2 b1-a3 c1-a2 c1-e2 c1-d3 d1-b2 d1-c3 e1-c2 e1-d3 a2-c3 b2-c2 b2-b3 b2-c4 c2-d2 c2-e3 d2-b3 d2-d3 e2-d4 a3-b5 b3-c3 b3-b4 b3-a5 b3-c5 c3-a4 c3-e4 d3-b4 d3-d4 d3-e5 e3-d5 a4-c5 b4-c4 b4-d5 c4-d4 c4-a5 c4-e5 d4-b5 e4-c5"
backward = false
captured_simple = "dies"
captured_chosen = "hand"
reentry = "move"
demote_on_return = false
keep_owed = false
protect_first_row = true
shuttle_limit = 0
ends_with = "living"
points = "board"
');
CREATE TABLE seals (
        page TEXT NOT NULL,
        number INTEGER NOT NULL,
        seal INTEGER NOT NULL,
        PRIMARY KEY (page, number)
    ) WITHOUT ROWID;
INSERT INTO "seals" VALUES('fingerprints of game',1,2106023549089024440);
INSERT INTO "seals" VALUES('game',1,1134977476955916866);
INSERT INTO "seals" VALUES('game',2,9218670075514126078);
INSERT INTO "seals" VALUES('history',0,-2028691593874937617);
INSERT INTO "seals" VALUES('lessons',0,-7025657489461465122);
INSERT INTO "seals" VALUES('matches',0,6508362294354544821);
INSERT INTO "seals" VALUES('moves of game',1,-4489767604004584003);
INSERT INTO "seals" VALUES('moves of game',2,-8701182715166769356);
INSERT INTO "seals" VALUES('player',1,-4158615395323716338);
INSERT INTO "seals" VALUES('player',2,-460229410852986463);
INSERT INTO "seals" VALUES('rule set',1,-8806131141868281833);
INSERT INTO "seals" VALUES('settings',0,6785259539887028679);
INSERT INTO "seals" VALUES('trace of game',2,628049866825729938);
CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "settings" VALUES('pin_hash','x');
CREATE TABLE traces (
        game_id INTEGER NOT NULL REFERENCES games (id),
        part INTEGER NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (game_id, part)
    ) WITHOUT ROWID;
INSERT INTO "traces" VALUES(2,1,X'789CAB56CA2D56B25230D05150CA4D2CCE06328D8D4C0D4C2D2CCC6BB9006A0A06ED');
CREATE TABLE unsure_days (
        game_id INTEGER PRIMARY KEY REFERENCES games (id),
        boot TEXT NOT NULL,
        started_ms INTEGER NOT NULL,
        ended_ms INTEGER
    );
CREATE TABLE untold (
        game_id INTEGER PRIMARY KEY REFERENCES games (id)
    );
CREATE TABLE uplink (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        club TEXT NOT NULL,
        name TEXT NOT NULL,
        base INTEGER NOT NULL DEFAULT 0
    );
CREATE UNIQUE INDEX one_game_per_number ON games (match_id, number)
        WHERE state <> 'unfinished' AND deleted IS NULL;
CREATE INDEX games_by_day ON games (day);
CREATE INDEX history_of_game ON history (game_id);
CREATE INDEX lessons_of_player ON lesson_progress (player_id, lesson);
CREATE TRIGGER games_seal_insert AFTER INSERT ON games BEGIN
INSERT INTO seals SELECT 'game', NEW.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'game' AND number = NEW.id);
UPDATE seals SET seal = mark(seal, 'games', NEW.id, NEW.uid, NEW.match_id, NEW.number, NEW.rule_set_id, NEW.white_id, NEW.black_id, NEW.table_name, NEW.start, NEW.any_first, NEW.day, NEW.started, NEW.ended, NEW.state, NEW.agreed, NEW.resigned, NEW.reason, NEW.winner, NEW.white_points, NEW.black_points, NEW.corrected, NEW.imported, NEW.deleted) WHERE page = 'game' AND number = NEW.id;
END;
CREATE TRIGGER games_seal_delete AFTER DELETE ON games BEGIN
INSERT INTO seals SELECT 'game', OLD.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'game' AND number = OLD.id);
UPDATE seals SET seal = mark(seal, 'games', OLD.id, OLD.uid, OLD.match_id, OLD.number, OLD.rule_set_id, OLD.white_id, OLD.black_id, OLD.table_name, OLD.start, OLD.any_first, OLD.day, OLD.started, OLD.ended, OLD.state, OLD.agreed, OLD.resigned, OLD.reason, OLD.winner, OLD.white_points, OLD.black_points, OLD.corrected, OLD.imported, OLD.deleted) WHERE page = 'game' AND number = OLD.id;
END;
CREATE TRIGGER games_seal_update AFTER UPDATE ON games BEGIN
INSERT INTO seals SELECT 'game', OLD.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'game' AND number = OLD.id);
UPDATE seals SET seal = mark(seal, 'games', OLD.id, OLD.uid, OLD.match_id, OLD.number, OLD.rule_set_id, OLD.white_id, OLD.black_id, OLD.table_name, OLD.start, OLD.any_first, OLD.day, OLD.started, OLD.ended, OLD.state, OLD.agreed, OLD.resigned, OLD.reason, OLD.winner, OLD.white_points, OLD.black_points, OLD.corrected, OLD.imported, OLD.deleted) WHERE page = 'game' AND number = OLD.id;
INSERT INTO seals SELECT 'game', NEW.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'game' AND number = NEW.id);
UPDATE seals SET seal = mark(seal, 'games', NEW.id, NEW.uid, NEW.match_id, NEW.number, NEW.rule_set_id, NEW.white_id, NEW.black_id, NEW.table_name, NEW.start, NEW.any_first, NEW.day, NEW.started, NEW.ended, NEW.state, NEW.agreed, NEW.resigned, NEW.reason, NEW.winner, NEW.white_points, NEW.black_points, NEW.corrected, NEW.imported, NEW.deleted) WHERE page = 'game' AND number = NEW.id;
END;
CREATE TRIGGER moves_seal_insert AFTER INSERT ON moves BEGIN
INSERT INTO seals SELECT 'moves of game', NEW.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'moves of game' AND number = NEW.game_id);
UPDATE seals SET seal = mark(seal, 'moves', NEW.game_id, NEW.ply, NEW.move, NEW.position, NEW.ms) WHERE page = 'moves of game' AND number = NEW.game_id;
END;
CREATE TRIGGER moves_seal_delete AFTER DELETE ON moves BEGIN
INSERT INTO seals SELECT 'moves of game', OLD.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'moves of game' AND number = OLD.game_id);
UPDATE seals SET seal = mark(seal, 'moves', OLD.game_id, OLD.ply, OLD.move, OLD.position, OLD.ms) WHERE page = 'moves of game' AND number = OLD.game_id;
END;
CREATE TRIGGER moves_seal_update AFTER UPDATE ON moves BEGIN
INSERT INTO seals SELECT 'moves of game', OLD.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'moves of game' AND number = OLD.game_id);
UPDATE seals SET seal = mark(seal, 'moves', OLD.game_id, OLD.ply, OLD.move, OLD.position, OLD.ms) WHERE page = 'moves of game' AND number = OLD.game_id;
INSERT INTO seals SELECT 'moves of game', NEW.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'moves of game' AND number = NEW.game_id);
UPDATE seals SET seal = mark(seal, 'moves', NEW.game_id, NEW.ply, NEW.move, NEW.position, NEW.ms) WHERE page = 'moves of game' AND number = NEW.game_id;
END;
CREATE TRIGGER fingerprints_seal_insert AFTER INSERT ON fingerprints BEGIN
INSERT INTO seals SELECT 'fingerprints of game', NEW.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'fingerprints of game' AND number = NEW.game_id);
UPDATE seals SET seal = mark(seal, 'fingerprints', NEW.print, NEW.game_id) WHERE page = 'fingerprints of game' AND number = NEW.game_id;
END;
CREATE TRIGGER fingerprints_seal_delete AFTER DELETE ON fingerprints BEGIN
INSERT INTO seals SELECT 'fingerprints of game', OLD.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'fingerprints of game' AND number = OLD.game_id);
UPDATE seals SET seal = mark(seal, 'fingerprints', OLD.print, OLD.game_id) WHERE page = 'fingerprints of game' AND number = OLD.game_id;
END;
CREATE TRIGGER fingerprints_seal_update AFTER UPDATE ON fingerprints BEGIN
INSERT INTO seals SELECT 'fingerprints of game', OLD.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'fingerprints of game' AND number = OLD.game_id);
UPDATE seals SET seal = mark(seal, 'fingerprints', OLD.print, OLD.game_id) WHERE page = 'fingerprints of game' AND number = OLD.game_id;
INSERT INTO seals SELECT 'fingerprints of game', NEW.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'fingerprints of game' AND number = NEW.game_id);
UPDATE seals SET seal = mark(seal, 'fingerprints', NEW.print, NEW.game_id) WHERE page = 'fingerprints of game' AND number = NEW.game_id;
END;
CREATE TRIGGER traces_seal_insert AFTER INSERT ON traces BEGIN
INSERT INTO seals SELECT 'trace of game', NEW.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'trace of game' AND number = NEW.game_id);
UPDATE seals SET seal = mark(seal, 'traces', NEW.game_id, NEW.part, NEW.data) WHERE page = 'trace of game' AND number = NEW.game_id;
END;
CREATE TRIGGER traces_seal_delete AFTER DELETE ON traces BEGIN
INSERT INTO seals SELECT 'trace of game', OLD.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'trace of game' AND number = OLD.game_id);
UPDATE seals SET seal = mark(seal, 'traces', OLD.game_id, OLD.part, OLD.data) WHERE page = 'trace of game' AND number = OLD.game_id;
END;
CREATE TRIGGER traces_seal_update AFTER UPDATE ON traces BEGIN
INSERT INTO seals SELECT 'trace of game', OLD.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'trace of game' AND number = OLD.game_id);
UPDATE seals SET seal = mark(seal, 'traces', OLD.game_id, OLD.part, OLD.data) WHERE page = 'trace of game' AND number = OLD.game_id;
INSERT INTO seals SELECT 'trace of game', NEW.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'trace of game' AND number = NEW.game_id);
UPDATE seals SET seal = mark(seal, 'traces', NEW.game_id, NEW.part, NEW.data) WHERE page = 'trace of game' AND number = NEW.game_id;
END;
CREATE TRIGGER players_seal_insert AFTER INSERT ON players BEGIN
INSERT INTO seals SELECT 'player', NEW.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'player' AND number = NEW.id);
UPDATE seals SET seal = mark(seal, 'players', NEW.id, NEW.name, NEW.folded, NEW.club, NEW.prefers, NEW.merged_into) WHERE page = 'player' AND number = NEW.id;
END;
CREATE TRIGGER players_seal_delete AFTER DELETE ON players BEGIN
INSERT INTO seals SELECT 'player', OLD.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'player' AND number = OLD.id);
UPDATE seals SET seal = mark(seal, 'players', OLD.id, OLD.name, OLD.folded, OLD.club, OLD.prefers, OLD.merged_into) WHERE page = 'player' AND number = OLD.id;
END;
CREATE TRIGGER players_seal_update AFTER UPDATE ON players BEGIN
INSERT INTO seals SELECT 'player', OLD.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'player' AND number = OLD.id);
UPDATE seals SET seal = mark(seal, 'players', OLD.id, OLD.name, OLD.folded, OLD.club, OLD.prefers, OLD.merged_into) WHERE page = 'player' AND number = OLD.id;
INSERT INTO seals SELECT 'player', NEW.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'player' AND number = NEW.id);
UPDATE seals SET seal = mark(seal, 'players', NEW.id, NEW.name, NEW.folded, NEW.club, NEW.prefers, NEW.merged_into) WHERE page = 'player' AND number = NEW.id;
END;
CREATE TRIGGER rule_sets_seal_insert AFTER INSERT ON rule_sets BEGIN
INSERT INTO seals SELECT 'rule set', NEW.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'rule set' AND number = NEW.id);
UPDATE seals SET seal = mark(seal, 'rule_sets', NEW.id, NEW.name, NEW.definition) WHERE page = 'rule set' AND number = NEW.id;
END;
CREATE TRIGGER rule_sets_seal_delete AFTER DELETE ON rule_sets BEGIN
INSERT INTO seals SELECT 'rule set', OLD.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'rule set' AND number = OLD.id);
UPDATE seals SET seal = mark(seal, 'rule_sets', OLD.id, OLD.name, OLD.definition) WHERE page = 'rule set' AND number = OLD.id;
END;
CREATE TRIGGER rule_sets_seal_update AFTER UPDATE ON rule_sets BEGIN
INSERT INTO seals SELECT 'rule set', OLD.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'rule set' AND number = OLD.id);
UPDATE seals SET seal = mark(seal, 'rule_sets', OLD.id, OLD.name, OLD.definition) WHERE page = 'rule set' AND number = OLD.id;
INSERT INTO seals SELECT 'rule set', NEW.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'rule set' AND number = NEW.id);
UPDATE seals SET seal = mark(seal, 'rule_sets', NEW.id, NEW.name, NEW.definition) WHERE page = 'rule set' AND number = NEW.id;
END;
CREATE TRIGGER matches_seal_insert AFTER INSERT ON matches BEGIN
INSERT INTO seals SELECT 'matches', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'matches' AND number = 0);
UPDATE seals SET seal = mark(seal, 'matches', NEW.id, NEW.uid) WHERE page = 'matches' AND number = 0;
END;
CREATE TRIGGER matches_seal_delete AFTER DELETE ON matches BEGIN
INSERT INTO seals SELECT 'matches', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'matches' AND number = 0);
UPDATE seals SET seal = mark(seal, 'matches', OLD.id, OLD.uid) WHERE page = 'matches' AND number = 0;
END;
CREATE TRIGGER matches_seal_update AFTER UPDATE ON matches BEGIN
INSERT INTO seals SELECT 'matches', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'matches' AND number = 0);
UPDATE seals SET seal = mark(seal, 'matches', OLD.id, OLD.uid) WHERE page = 'matches' AND number = 0;
INSERT INTO seals SELECT 'matches', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'matches' AND number = 0);
UPDATE seals SET seal = mark(seal, 'matches', NEW.id, NEW.uid) WHERE page = 'matches' AND number = 0;
END;
CREATE TRIGGER history_seal_insert AFTER INSERT ON history BEGIN
INSERT INTO seals SELECT 'history', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'history' AND number = 0);
UPDATE seals SET seal = mark(seal, 'history', NEW.id, NEW.at, NEW.who, NEW.what, NEW.game_id, NEW.player_id, NEW.before, NEW.after) WHERE page = 'history' AND number = 0;
END;
CREATE TRIGGER history_seal_delete AFTER DELETE ON history BEGIN
INSERT INTO seals SELECT 'history', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'history' AND number = 0);
UPDATE seals SET seal = mark(seal, 'history', OLD.id, OLD.at, OLD.who, OLD.what, OLD.game_id, OLD.player_id, OLD.before, OLD.after) WHERE page = 'history' AND number = 0;
END;
CREATE TRIGGER history_seal_update AFTER UPDATE ON history BEGIN
INSERT INTO seals SELECT 'history', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'history' AND number = 0);
UPDATE seals SET seal = mark(seal, 'history', OLD.id, OLD.at, OLD.who, OLD.what, OLD.game_id, OLD.player_id, OLD.before, OLD.after) WHERE page = 'history' AND number = 0;
INSERT INTO seals SELECT 'history', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'history' AND number = 0);
UPDATE seals SET seal = mark(seal, 'history', NEW.id, NEW.at, NEW.who, NEW.what, NEW.game_id, NEW.player_id, NEW.before, NEW.after) WHERE page = 'history' AND number = 0;
END;
CREATE TRIGGER settings_seal_insert AFTER INSERT ON settings BEGIN
INSERT INTO seals SELECT 'settings', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'settings' AND number = 0);
UPDATE seals SET seal = mark(seal, 'settings', NEW.name, NEW.value) WHERE page = 'settings' AND number = 0;
END;
CREATE TRIGGER settings_seal_delete AFTER DELETE ON settings BEGIN
INSERT INTO seals SELECT 'settings', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'settings' AND number = 0);
UPDATE seals SET seal = mark(seal, 'settings', OLD.name, OLD.value) WHERE page = 'settings' AND number = 0;
END;
CREATE TRIGGER settings_seal_update AFTER UPDATE ON settings BEGIN
INSERT INTO seals SELECT 'settings', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'settings' AND number = 0);
UPDATE seals SET seal = mark(seal, 'settings', OLD.name, OLD.value) WHERE page = 'settings' AND number = 0;
INSERT INTO seals SELECT 'settings', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'settings' AND number = 0);
UPDATE seals SET seal = mark(seal, 'settings', NEW.name, NEW.value) WHERE page = 'settings' AND number = 0;
END;
CREATE TRIGGER lesson_progress_seal_insert AFTER INSERT ON lesson_progress BEGIN
INSERT INTO seals SELECT 'lessons', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'lessons' AND number = 0);
UPDATE seals SET seal = mark(seal, 'lesson_progress', NEW.id, NEW.player_id, NEW.lesson, NEW.stars, NEW.mistakes, NEW.at) WHERE page = 'lessons' AND number = 0;
END;
CREATE TRIGGER lesson_progress_seal_delete AFTER DELETE ON lesson_progress BEGIN
INSERT INTO seals SELECT 'lessons', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'lessons' AND number = 0);
UPDATE seals SET seal = mark(seal, 'lesson_progress', OLD.id, OLD.player_id, OLD.lesson, OLD.stars, OLD.mistakes, OLD.at) WHERE page = 'lessons' AND number = 0;
END;
CREATE TRIGGER lesson_progress_seal_update AFTER UPDATE ON lesson_progress BEGIN
INSERT INTO seals SELECT 'lessons', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'lessons' AND number = 0);
UPDATE seals SET seal = mark(seal, 'lesson_progress', OLD.id, OLD.player_id, OLD.lesson, OLD.stars, OLD.mistakes, OLD.at) WHERE page = 'lessons' AND number = 0;
INSERT INTO seals SELECT 'lessons', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'lessons' AND number = 0);
UPDATE seals SET seal = mark(seal, 'lesson_progress', NEW.id, NEW.player_id, NEW.lesson, NEW.stars, NEW.mistakes, NEW.at) WHERE page = 'lessons' AND number = 0;
END;
CREATE TRIGGER unsure_days_seal_insert AFTER INSERT ON unsure_days BEGIN
INSERT INTO seals SELECT 'unsure days', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'unsure days' AND number = 0);
UPDATE seals SET seal = mark(seal, 'unsure_days', NEW.game_id, NEW.boot, NEW.started_ms, NEW.ended_ms) WHERE page = 'unsure days' AND number = 0;
END;
CREATE TRIGGER unsure_days_seal_delete AFTER DELETE ON unsure_days BEGIN
INSERT INTO seals SELECT 'unsure days', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'unsure days' AND number = 0);
UPDATE seals SET seal = mark(seal, 'unsure_days', OLD.game_id, OLD.boot, OLD.started_ms, OLD.ended_ms) WHERE page = 'unsure days' AND number = 0;
END;
CREATE TRIGGER unsure_days_seal_update AFTER UPDATE ON unsure_days BEGIN
INSERT INTO seals SELECT 'unsure days', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'unsure days' AND number = 0);
UPDATE seals SET seal = mark(seal, 'unsure_days', OLD.game_id, OLD.boot, OLD.started_ms, OLD.ended_ms) WHERE page = 'unsure days' AND number = 0;
INSERT INTO seals SELECT 'unsure days', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'unsure days' AND number = 0);
UPDATE seals SET seal = mark(seal, 'unsure_days', NEW.game_id, NEW.boot, NEW.started_ms, NEW.ended_ms) WHERE page = 'unsure days' AND number = 0;
END;
CREATE TRIGGER games_untold_insert AFTER INSERT ON games BEGIN
        INSERT INTO untold SELECT NEW.id WHERE EXISTS (SELECT 1 FROM uplink)
            AND NOT EXISTS (SELECT 1 FROM untold WHERE game_id = NEW.id);
    END;
CREATE TRIGGER games_untold_update AFTER UPDATE ON games BEGIN
        INSERT INTO untold SELECT NEW.id WHERE EXISTS (SELECT 1 FROM uplink)
            AND NOT EXISTS (SELECT 1 FROM untold WHERE game_id = NEW.id);
    END;
CREATE INDEX inbox_by_seq ON inbox (table_name, seq);
CREATE INDEX evening_log_of_event ON evening_log (event);
CREATE TRIGGER uplink_seal_insert AFTER INSERT ON uplink BEGIN
INSERT INTO seals SELECT 'uplink', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'uplink' AND number = 0);
UPDATE seals SET seal = mark(seal, 'uplink', NEW.id, NEW.club, NEW.name, NEW.base) WHERE page = 'uplink' AND number = 0;
END;
CREATE TRIGGER uplink_seal_delete AFTER DELETE ON uplink BEGIN
INSERT INTO seals SELECT 'uplink', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'uplink' AND number = 0);
UPDATE seals SET seal = mark(seal, 'uplink', OLD.id, OLD.club, OLD.name, OLD.base) WHERE page = 'uplink' AND number = 0;
END;
CREATE TRIGGER uplink_seal_update AFTER UPDATE ON uplink BEGIN
INSERT INTO seals SELECT 'uplink', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'uplink' AND number = 0);
UPDATE seals SET seal = mark(seal, 'uplink', OLD.id, OLD.club, OLD.name, OLD.base) WHERE page = 'uplink' AND number = 0;
INSERT INTO seals SELECT 'uplink', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'uplink' AND number = 0);
UPDATE seals SET seal = mark(seal, 'uplink', NEW.id, NEW.club, NEW.name, NEW.base) WHERE page = 'uplink' AND number = 0;
END;
CREATE TRIGGER untold_seal_insert AFTER INSERT ON untold BEGIN
INSERT INTO seals SELECT 'untold games', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'untold games' AND number = 0);
UPDATE seals SET seal = mark(seal, 'untold', NEW.game_id) WHERE page = 'untold games' AND number = 0;
END;
CREATE TRIGGER untold_seal_delete AFTER DELETE ON untold BEGIN
INSERT INTO seals SELECT 'untold games', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'untold games' AND number = 0);
UPDATE seals SET seal = mark(seal, 'untold', OLD.game_id) WHERE page = 'untold games' AND number = 0;
END;
CREATE TRIGGER untold_seal_update AFTER UPDATE ON untold BEGIN
INSERT INTO seals SELECT 'untold games', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'untold games' AND number = 0);
UPDATE seals SET seal = mark(seal, 'untold', OLD.game_id) WHERE page = 'untold games' AND number = 0;
INSERT INTO seals SELECT 'untold games', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'untold games' AND number = 0);
UPDATE seals SET seal = mark(seal, 'untold', NEW.game_id) WHERE page = 'untold games' AND number = 0;
END;
CREATE TRIGGER outbox_seal_insert AFTER INSERT ON outbox BEGIN
INSERT INTO seals SELECT 'outbox', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'outbox' AND number = 0);
UPDATE seals SET seal = mark(seal, 'outbox', NEW.seq, NEW.uid, NEW.version, NEW.payload) WHERE page = 'outbox' AND number = 0;
END;
CREATE TRIGGER outbox_seal_delete AFTER DELETE ON outbox BEGIN
INSERT INTO seals SELECT 'outbox', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'outbox' AND number = 0);
UPDATE seals SET seal = mark(seal, 'outbox', OLD.seq, OLD.uid, OLD.version, OLD.payload) WHERE page = 'outbox' AND number = 0;
END;
CREATE TRIGGER outbox_seal_update AFTER UPDATE ON outbox BEGIN
INSERT INTO seals SELECT 'outbox', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'outbox' AND number = 0);
UPDATE seals SET seal = mark(seal, 'outbox', OLD.seq, OLD.uid, OLD.version, OLD.payload) WHERE page = 'outbox' AND number = 0;
INSERT INTO seals SELECT 'outbox', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'outbox' AND number = 0);
UPDATE seals SET seal = mark(seal, 'outbox', NEW.seq, NEW.uid, NEW.version, NEW.payload) WHERE page = 'outbox' AND number = 0;
END;
CREATE TRIGGER inbox_seal_insert AFTER INSERT ON inbox BEGIN
INSERT INTO seals SELECT 'inbox', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'inbox' AND number = 0);
UPDATE seals SET seal = mark(seal, 'inbox', NEW.table_name, NEW.uid, NEW.version, NEW.seq, NEW.arrived, NEW.payload) WHERE page = 'inbox' AND number = 0;
END;
CREATE TRIGGER inbox_seal_delete AFTER DELETE ON inbox BEGIN
INSERT INTO seals SELECT 'inbox', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'inbox' AND number = 0);
UPDATE seals SET seal = mark(seal, 'inbox', OLD.table_name, OLD.uid, OLD.version, OLD.seq, OLD.arrived, OLD.payload) WHERE page = 'inbox' AND number = 0;
END;
CREATE TRIGGER inbox_seal_update AFTER UPDATE ON inbox BEGIN
INSERT INTO seals SELECT 'inbox', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'inbox' AND number = 0);
UPDATE seals SET seal = mark(seal, 'inbox', OLD.table_name, OLD.uid, OLD.version, OLD.seq, OLD.arrived, OLD.payload) WHERE page = 'inbox' AND number = 0;
INSERT INTO seals SELECT 'inbox', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'inbox' AND number = 0);
UPDATE seals SET seal = mark(seal, 'inbox', NEW.table_name, NEW.uid, NEW.version, NEW.seq, NEW.arrived, NEW.payload) WHERE page = 'inbox' AND number = 0;
END;
CREATE TRIGGER hub_tables_seal_insert AFTER INSERT ON hub_tables BEGIN
INSERT INTO seals SELECT 'tables of the hub', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'tables of the hub' AND number = 0);
UPDATE seals SET seal = mark(seal, 'hub_tables', NEW.name, NEW.club, NEW.cursor) WHERE page = 'tables of the hub' AND number = 0;
END;
CREATE TRIGGER hub_tables_seal_delete AFTER DELETE ON hub_tables BEGIN
INSERT INTO seals SELECT 'tables of the hub', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'tables of the hub' AND number = 0);
UPDATE seals SET seal = mark(seal, 'hub_tables', OLD.name, OLD.club, OLD.cursor) WHERE page = 'tables of the hub' AND number = 0;
END;
CREATE TRIGGER hub_tables_seal_update AFTER UPDATE ON hub_tables BEGIN
INSERT INTO seals SELECT 'tables of the hub', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'tables of the hub' AND number = 0);
UPDATE seals SET seal = mark(seal, 'hub_tables', OLD.name, OLD.club, OLD.cursor) WHERE page = 'tables of the hub' AND number = 0;
INSERT INTO seals SELECT 'tables of the hub', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'tables of the hub' AND number = 0);
UPDATE seals SET seal = mark(seal, 'hub_tables', NEW.name, NEW.club, NEW.cursor) WHERE page = 'tables of the hub' AND number = 0;
END;
CREATE TRIGGER evening_log_seal_insert AFTER INSERT ON evening_log BEGIN
INSERT INTO seals SELECT 'evenings', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'evenings' AND number = 0);
UPDATE seals SET seal = mark(seal, 'evening_log', NEW.id, NEW.event, NEW.at, NEW.who, NEW.fact) WHERE page = 'evenings' AND number = 0;
END;
CREATE TRIGGER evening_log_seal_delete AFTER DELETE ON evening_log BEGIN
INSERT INTO seals SELECT 'evenings', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'evenings' AND number = 0);
UPDATE seals SET seal = mark(seal, 'evening_log', OLD.id, OLD.event, OLD.at, OLD.who, OLD.fact) WHERE page = 'evenings' AND number = 0;
END;
CREATE TRIGGER evening_log_seal_update AFTER UPDATE ON evening_log BEGIN
INSERT INTO seals SELECT 'evenings', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'evenings' AND number = 0);
UPDATE seals SET seal = mark(seal, 'evening_log', OLD.id, OLD.event, OLD.at, OLD.who, OLD.fact) WHERE page = 'evenings' AND number = 0;
INSERT INTO seals SELECT 'evenings', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'evenings' AND number = 0);
UPDATE seals SET seal = mark(seal, 'evening_log', NEW.id, NEW.event, NEW.at, NEW.who, NEW.fact) WHERE page = 'evenings' AND number = 0;
END;
CREATE UNIQUE INDEX one_game_of_archers ON archers_games (state) WHERE state = 'playing';
CREATE TRIGGER archers_games_seal_insert AFTER INSERT ON archers_games BEGIN
INSERT INTO seals SELECT 'game of Archers', NEW.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'game of Archers' AND number = NEW.id);
UPDATE seals SET seal = mark(seal, 'archers_games', NEW.id, NEW.size, NEW.kings, NEW.white, NEW.black, NEW.day, NEW.started, NEW.ended, NEW.state, NEW.reason, NEW.winner) WHERE page = 'game of Archers' AND number = NEW.id;
END;
CREATE TRIGGER archers_games_seal_delete AFTER DELETE ON archers_games BEGIN
INSERT INTO seals SELECT 'game of Archers', OLD.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'game of Archers' AND number = OLD.id);
UPDATE seals SET seal = mark(seal, 'archers_games', OLD.id, OLD.size, OLD.kings, OLD.white, OLD.black, OLD.day, OLD.started, OLD.ended, OLD.state, OLD.reason, OLD.winner) WHERE page = 'game of Archers' AND number = OLD.id;
END;
CREATE TRIGGER archers_games_seal_update AFTER UPDATE ON archers_games BEGIN
INSERT INTO seals SELECT 'game of Archers', OLD.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'game of Archers' AND number = OLD.id);
UPDATE seals SET seal = mark(seal, 'archers_games', OLD.id, OLD.size, OLD.kings, OLD.white, OLD.black, OLD.day, OLD.started, OLD.ended, OLD.state, OLD.reason, OLD.winner) WHERE page = 'game of Archers' AND number = OLD.id;
INSERT INTO seals SELECT 'game of Archers', NEW.id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'game of Archers' AND number = NEW.id);
UPDATE seals SET seal = mark(seal, 'archers_games', NEW.id, NEW.size, NEW.kings, NEW.white, NEW.black, NEW.day, NEW.started, NEW.ended, NEW.state, NEW.reason, NEW.winner) WHERE page = 'game of Archers' AND number = NEW.id;
END;
CREATE TRIGGER archers_turns_seal_insert AFTER INSERT ON archers_turns BEGIN
INSERT INTO seals SELECT 'turns of Archers', NEW.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'turns of Archers' AND number = NEW.game_id);
UPDATE seals SET seal = mark(seal, 'archers_turns', NEW.game_id, NEW.number, NEW.turn) WHERE page = 'turns of Archers' AND number = NEW.game_id;
END;
CREATE TRIGGER archers_turns_seal_delete AFTER DELETE ON archers_turns BEGIN
INSERT INTO seals SELECT 'turns of Archers', OLD.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'turns of Archers' AND number = OLD.game_id);
UPDATE seals SET seal = mark(seal, 'archers_turns', OLD.game_id, OLD.number, OLD.turn) WHERE page = 'turns of Archers' AND number = OLD.game_id;
END;
CREATE TRIGGER archers_turns_seal_update AFTER UPDATE ON archers_turns BEGIN
INSERT INTO seals SELECT 'turns of Archers', OLD.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'turns of Archers' AND number = OLD.game_id);
UPDATE seals SET seal = mark(seal, 'archers_turns', OLD.game_id, OLD.number, OLD.turn) WHERE page = 'turns of Archers' AND number = OLD.game_id;
INSERT INTO seals SELECT 'turns of Archers', NEW.game_id, 0 WHERE NOT EXISTS (SELECT 1 FROM seals WHERE page = 'turns of Archers' AND number = NEW.game_id);
UPDATE seals SET seal = mark(seal, 'archers_turns', NEW.game_id, NEW.number, NEW.turn) WHERE page = 'turns of Archers' AND number = NEW.game_id;
END;
COMMIT;
