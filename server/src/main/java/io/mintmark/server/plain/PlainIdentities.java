package io.mintmark.server.plain;

import io.mintmark.protocol.PlainRoutes;
import io.mintmark.server.numbers.DatabaseNumbers;
import io.mintmark.web.http.Answer;
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
        boolean asText = WantedForm.isText(asked.request());
        return numbers.take(
                asked.request(),
                target.database(asked),
                asked.part(NAME),
                (id, number) -> asText ? PlainReplies.lines(List.of(id)) : PlainReplies.id(id, number));
    }

    private Answer raise(CheckedRequest asked) {
        String name = asked.part(NAME);
        return numbers.raiseIdentity(
                asked.request(),
                target.database(asked),
                name,
                asked.number("to", 0),
                last -> PlainReplies.standing(name, last));
    }
}
