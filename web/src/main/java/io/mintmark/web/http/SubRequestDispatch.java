package io.mintmark.web.http;

import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import java.util.List;

/**
 * Answers requests that come inside another one, without leaving the process. Safe for any number of threads.
 *
 * <p>Each passes the gate and finds its endpoint as if it had come alone; its sender is the sender of the request
 * around it. What it asks for must lie where that request lies: a proxy that lets a caller at one database only looks
 * at the outer path. Its line and its header fields are part of the outer body and share that body's limit.
 */
public final class SubRequestDispatch {
    private final Router router;
    private final Gate gate;

    /** Answers by the routes of {@code router}, to which more may be added, what {@code gate} lets in. */
    public SubRequestDispatch(Router router, Gate gate) {
        this.router = router;
        this.gate = gate;
    }

    /** Returns the reply to {@code part}, which came inside {@code outer}; a refusal or failure is a reply, too. */
    public Reply answer(Request outer, SubRequest part) {
        try {
            Reply reply = ask(outer, part);
            if (!reply.isJsonOrEmpty()) {
                throw new ApiException(
                        ErrorType.NOT_SUPPORTED,
                        "Only JSON fits into the reply around it: ask for " + Printable.brief(part.target())
                                + " in a request of its own.");
            }
            return reply;
        } catch (Throwable t) {
            return failure(part, t);
        }
    }

    /** Returns the reply that tells of a {@code failure} while the body of an answer to {@code part} was written. */
    public Reply failure(SubRequest part, Throwable failure) {
        return ErrorBody.reply(part.target(), failure);
    }

    private Reply ask(Request outer, SubRequest part) {
        List<String> segments = Router.segments(part.target());
        requireBeside(outer, segments);
        Destination destination = router.find(part.method(), segments);
        Request request = outer.inside(part, destination);
        gate.check(request, destination.changes());
        Reply reply = destination.endpoint().answer(request).await();
        return part.method().equals("HEAD") ? reply.withoutBody() : reply;
    }

    private static void requireBeside(Request outer, List<String> segments) {
        List<String> place = List.of(outer.path().substring(1).split("/", -1));
        int depth = place.size() - 1;
        boolean beside = segments.size() > depth;
        for (int i = 0; beside && i < depth; i++) {
            beside = place.get(i).equalsIgnoreCase(segments.get(i));
        }
        if (!beside) {
            throw new ApiException(
                    ErrorType.FORBIDDEN,
                    "A request inside " + Printable.brief(outer.path())
                            + " must ask for what lies beside that path, in a Url that begins with "
                            + Printable.brief(
                                    outer.path().substring(0, outer.path().lastIndexOf('/') + 1))
                            + ", not for /" + Printable.brief(String.join("/", segments))
                            + ": correct it, or send it as a request of its own.");
        }
    }
}
