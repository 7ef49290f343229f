package io.mintmark.server.documents.batch;

import io.mintmark.protocol.ErrorType;
import io.mintmark.protocol.Routes;
import io.mintmark.server.databases.Database;
import io.mintmark.server.databases.Databases;
import io.mintmark.support.Json;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import io.mintmark.web.http.SubRequest;
import io.mintmark.web.http.SubRequestDispatch;
import java.util.List;

/**
 * Several requests to a database in one: what lazy operations send.
 *
 * <p>They are answered one after another, in their order, while the reply is sent: memory holds one of them at a time.
 * What fails among them has its own status and error body, and its neighbours do not notice.
 */
public final class MultiGet {
    private final Databases databases;
    private final MultiGetParser parser;
    private final SubRequestDispatch dispatch;

    /** Answers, by {@code dispatch}, the requests that come in one. */
    public MultiGet(Databases databases, Json json, SubRequestDispatch dispatch) {
        this.databases = databases;
        this.parser = new MultiGetParser(json);
        this.dispatch = dispatch;
    }

    /** Adds the route to {@code router}. */
    public void addTo(Router router) {
        router.addCostly("POST", Routes.MULTI_GET, any -> true, this::answer);
    }

    private Reply answer(Request request) {
        if (request.isPart()) {
            throw new ApiException(
                    ErrorType.NOT_SUPPORTED, "A multi_get must not hold another one: send its requests side by side.");
        }
        // A client learns that the database is missing from the status of the whole only.
        Database ignored = databases.require(request);
        List<SubRequest> parts = parser.parse(request.body());
        return Reply.stream(200, new MultiGetWriting(dispatch, request, parts));
    }
}
