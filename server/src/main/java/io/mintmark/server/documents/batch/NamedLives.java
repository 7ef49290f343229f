package io.mintmark.server.documents.batch;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Headers;
import io.mintmark.server.databases.Database;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Request;

/**
 * The lives of a database that a request names which writes documents: their ids were made from ranges of those.
 * Stateless.
 *
 * <p>A database that was dropped and made anew may have given the same numbers to somebody else. One that was restored
 * and raised has the same id, and numbers above all that it gave before, so incarnations are not compared.
 */
public final class NamedLives {
    private NamedLives() {}

    /** Refuses the request if it names another database than the one that it would write to. */
    public static void require(Request request, Database database) {
        String named = request.header(Headers.LIFE).orElse("");
        if (named.isEmpty()) {
            return;
        }
        String own = database.storageToRead(request).life();
        String id = own.substring(0, own.lastIndexOf('.') + 1);
        for (String life : named.split(",", -1)) {
            if (!life.strip().startsWith(id)) {
                throw refusal(database, life.strip());
            }
        }
    }

    private static ApiException refusal(Database database, String life) {
        return new ApiException(
                ErrorType.ANOTHER_LIFE,
                "The ids of these documents were made for the life " + Printable.brief(life) + " of the database '"
                        + database.name()
                        + "', which was dropped and created anew since, so nothing was stored: clear these ids, and store the"
                        + " documents again in a new store, which makes new ones.");
    }
}
