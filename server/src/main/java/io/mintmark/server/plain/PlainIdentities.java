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
import io.mintmark.storage.write.KeyedWrite;
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
                        .taking(CommonParameters.DB, CommonParameters.IDENTITY, CommonParameters.KEY)
                        .giving(new PlainRoute.Result(200, "The id.", "Ids", true))
                        .by(this::next),
                PlainRoute.of("POST", PlainRoutes.IDENTITY_RAISE, "raiseIdentity", "Moves an identity up, never down.")
                        .taking(
                                CommonParameters.DB,
                                CommonParameters.IDENTITY,
                                CommonParameters.TO,
                                CommonParameters.LEAP)
                        .giving(200, "Where it stands now.", "Standing")
                        .by(this::raise));
    }

    private Answer next(CheckedRequest asked) {
        Database database = target.database(asked);
        IdentityPartsSeparator separator = database.separator();
        String name = identity(asked.part(NAME), separator);
        IdentityRequest wanted = new IdentityRequest(name, null);
        boolean asText = asked.wantsText();
        if (asked.hasKey()) {
            KeyedWrite<Long> once = new KeyedWrite<>(asked.key(separator.toString()), wanted);
            return numbers.takeOnce(
                    asked.request(),
                    database,
                    once,
                    kept -> drawn(name, IdentityPartsSeparator.of(kept.note()), kept.answer(), asText));
        }
        return numbers.take(asked.request(), database, wanted, number -> drawn(name, separator, number, asText));
    }

    private static Reply drawn(String name, IdentityPartsSeparator separator, long number, boolean asText) {
        String id = DocumentId.identity(name, separator, number).text();
        return asText ? PlainReplies.lines(List.of(id)) : PlainReplies.id(id, number);
    }

    private Answer raise(CheckedRequest asked) {
        Database database = target.database(asked);
        String name = asked.part(NAME);
        IdentitySeed seed = new IdentitySeed(
                identity(name, database.separator()), asked.number("to", 0), IdentitySeed.Direction.UP_ONLY, null);
        CommonParameters.requireNoLeap(asked, PlainLists.standing(target.reads(asked), seed.name()));
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
