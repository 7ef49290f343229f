package io.mintmark.server.plain;

import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.PlainRoutes;
import io.mintmark.server.databases.Database;
import io.mintmark.server.numbers.DatabaseNumbers;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.web.http.Answer;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import java.util.List;

/** Draws from identities, and moves them up. */
final class PlainIdentities {
    private static final String NAME = "identity";

    private final PlainTarget target;
    private final DatabaseNumbers numbers;

    PlainIdentities(PlainTarget target, DatabaseNumbers numbers) {
        this.target = target;
        this.numbers = numbers;
    }

    List<PlainRoute> routes() {
        return List.of(
                PlainRoute.of("POST", PlainRoutes.IDENTITY_NEXT, "nextIdentity", "Draws an identity's next id.")
                        .taking(CommonParameters.DB, CommonParameters.IDENTITY)
                        .giving(new PlainRoute.Result(200, "The id.", "Ids", true))
                        .by(this::next),
                PlainRoute.of("POST", PlainRoutes.IDENTITY_RAISE, "raiseIdentity", "Moves an identity up, never down.")
                        .taking(CommonParameters.DB, CommonParameters.IDENTITY, CommonParameters.TO)
                        .giving(200, "Where it stands now.", "Standing")
                        .by(this::raise));
    }

    private Answer next(CheckedRequest asked) {
        Database database = target.database(asked);
        IdentityPartsSeparator separator = database.separator();
        String name = identity(asked.part(NAME), separator);
        boolean asText = asked.wantsText();
        return numbers.take(
                asked.request(),
                database,
                new IdentityRequest(name, null),
                number -> drawn(DocumentId.identity(name, separator, number).text(), number, asText));
    }

    private static Reply drawn(String id, long number, boolean asText) {
        return asText ? PlainReplies.lines(List.of(id)) : PlainReplies.id(id, number);
    }

    private Answer raise(CheckedRequest asked) {
        Database database = target.database(asked);
        String name = asked.part(NAME);
        IdentitySeed seed = new IdentitySeed(
                identity(name, database.separator()), asked.number("to", 0), IdentitySeed.Direction.UP_ONLY, null);
        return numbers.seed(asked.request(), database, seed, last -> PlainReplies.standing(name, last));
    }

    private static String identity(String name, IdentityPartsSeparator separator) {
        if (!name.isEmpty() && name.charAt(name.length() - 1) == '|') {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "An identity's name must not end with '|', which marks it in document ids: leave it out. identity="
                            + Printable.brief(name));
        }
        return ((IdTemplate.Identity) IdTemplate.parse(name + '|', separator)).name();
    }
}
