package io.mintmark.server.plain;

import io.mintmark.protocol.PlainRoutes;
import io.mintmark.server.databases.Databases;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.DatabaseExistsException;
import io.mintmark.storage.Slice;
import io.mintmark.storage.StorageEngine;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Lists, creates and deletes databases. */
final class PlainDatabases {
    private static final PlainParameter ERASE =
            PlainParameter.flag("erase", "Whether its files go, too; they stay unless it is true.");

    private final Databases databases;
    private final int nameCharsMax;
    private final Function<Request, ? extends Optional<? extends Collection<String>>> visible;

    PlainDatabases(
            Databases databases,
            int nameCharsMax,
            Function<Request, ? extends Optional<? extends Collection<String>>> visible) {
        this.databases = databases;
        this.nameCharsMax = nameCharsMax;
        this.visible = visible;
    }

    List<PlainRoute> routes() {
        return List.of(
                PlainRoute.of("GET", PlainRoutes.DATABASES, "listDatabases", "Lists the databases by name.")
                        .taking(CommonParameters.AFTER, CommonParameters.LIMIT)
                        .costlyIf(any -> true)
                        .giving(200, "A page.", "Databases")
                        .by(this::list),
                PlainRoute.of("GET", PlainRoutes.DATABASE, "getDatabase", "Shows whether a database exists.")
                        .taking(CommonParameters.DB)
                        .giving(200, "The database.", "Database")
                        .by(this::look),
                PlainRoute.of("PUT", PlainRoutes.DATABASE, "createDatabase", "Creates a database, if there is none.")
                        .taking(CommonParameters.DB)
                        .giving(
                                new PlainRoute.Result(200, "It was there already.", "Database", false),
                                new PlainRoute.Result(201, "It was created.", "Database", false))
                        .by(this::create),
                PlainRoute.of("DELETE", PlainRoutes.DATABASE, "deleteDatabase", "Deletes a database.")
                        .taking(CommonParameters.DB, ERASE)
                        .giving(200, "It is gone.", "DeletedDatabase")
                        .by(this::delete));
    }

    private Reply list(CheckedRequest asked) {
        Slice slice = new Slice(asked.text("after", ""), 0, PlainLists.limit(asked) + 1);
        List<DatabaseEntry> more = databases.entries(slice, visible.apply(asked.request()));
        return PlainLists.page(
                asked,
                "databases",
                more,
                DatabaseEntry::name,
                (each, json) -> json.writeStringField("name", each.name()));
    }

    private Answer look(CheckedRequest asked) {
        return named(200, require(asked).name());
    }

    /** To ask for one that is there already is no error: a script may be run twice. */
    private Answer create(CheckedRequest asked) {
        String name = asked.part("db");
        try {
            return named(
                    201,
                    databases
                            .create(name, nameCharsMax, asked.request().party())
                            .name());
        } catch (DatabaseExistsException there) {
            return named(200, require(asked).name());
        }
    }

    private Answer delete(CheckedRequest asked) {
        String name = require(asked).name();
        StorageEngine.Removal removal =
                asked.flag("erase") ? StorageEngine.Removal.ERASE : StorageEngine.Removal.KEEP_FILES;
        Databases.Deletion deletion = databases.delete(name, removal).orElseThrow(() -> PlainTarget.missing(name));
        return PlainReplies.json(200, json -> {
            json.writeStringField("name", name);
            if (deletion.keptFile().isPresent()) {
                json.writeStringField("keptFile", deletion.keptFile().get());
            }
        });
    }

    private DatabaseEntry require(CheckedRequest asked) {
        String name = asked.part("db");
        return databases.entry(name).orElseThrow(() -> PlainTarget.missing(name));
    }

    private static Reply named(int status, String name) {
        return PlainReplies.json(status, json -> json.writeStringField("name", name));
    }
}
