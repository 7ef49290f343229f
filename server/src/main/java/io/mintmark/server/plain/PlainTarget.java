package io.mintmark.server.plain;

import io.mintmark.protocol.ErrorType;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageReads;
import io.mintmark.web.http.ApiException;

/**
 * Finds the database of a request.
 *
 * @param databases all of them
 */
record PlainTarget(Databases databases) {
    /** Returns the database that the path names; one that does not exist is never made by a request for a number. */
    Database database(CheckedRequest asked) {
        String name = asked.part("db");
        return databases.find(name).orElseThrow(() -> missing(name));
    }

    /** Returns its storage, which is read; if it must be opened first, the request steps aside. */
    Storage storage(CheckedRequest asked) {
        return database(asked).storageToRead(asked.request());
    }

    /** Returns what reads it, likewise. */
    StorageReads reads(CheckedRequest asked) {
        return storage(asked).reads();
    }

    static ApiException missing(String name) {
        return new ApiException(
                ErrorType.DATABASE_MISSING,
                "Database '" + name + "' does not exist: correct the name, or create it with PUT /v1/databases/" + name
                        + ".");
    }
}
