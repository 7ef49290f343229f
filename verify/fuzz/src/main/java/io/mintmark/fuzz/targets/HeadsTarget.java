package io.mintmark.fuzz.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Any bytes as requests: an endpoint sees only requests that stand in them, and the server fails at none. */
public final class HeadsTarget implements FuzzTarget {
    private static final Pattern STATUS = Pattern.compile("\\AHTTP/1\\.1 ([1-5][0-9][0-9]) ?[^\r\n]*\r\n");
    private static final Pattern FAILURE = Pattern.compile("HTTP/1\\.1 500 [A-Z]");

    private final LoopbackFront front = new LoopbackFront();

    @Override
    public void run(byte[] bytes) throws IOException {
        LoopbackFront.Exchanged exchanged = front.exchange(bytes, true);
        replies(exchanged.replies());
        String sent = new String(bytes, UTF_8);
        int from = 0;
        for (LoopbackFront.Seen seen : exchanged.seen()) {
            from = line(sent, from, seen);
        }
    }

    static void replies(String replies) {
        Matcher first = STATUS.matcher(replies);
        Check.that(replies.isEmpty() || first.find(), "what is sent back is a reply: " + replies);
        Check.that(!FAILURE.matcher(replies).find(), "the server does not fail: " + replies);
    }

    /** Returns the place behind the line of a request, which must stand after those of the requests before it. */
    private static int line(String sent, int from, LoopbackFront.Seen seen) {
        Matcher line = Pattern.compile(Pattern.quote(seen.method()) + " (?:(?i:https?)://[^/? ]+)?"
                        + Pattern.quote(seen.target()) + " HTTP/1\\.")
                .matcher(sent);
        Check.that(line.find(from), "a request that is answered was sent: " + seen.method() + " " + seen.target());
        return line.end();
    }
}
