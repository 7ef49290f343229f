package io.mintmark.lab.attack.script;

import io.mintmark.lab.http.ServerAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** How hostile clients behave that have no good credential: they come without one, with a wrong one, or guess. */
public final class GuessScripts {
    private static final String RESERVE = "GET " + Script.DATABASE + "/hilo/next?tag=orders";
    /** As often as the swarm looks. */
    private static final long ALWAYS_MILLIS = 1;

    private static final long SOON_MILLIS = 50;
    private static final int GUESSES = 50;
    private static final int SECRET_BYTES = 24;

    private GuessScripts() {}

    /** Returns all kinds; their shares add up to forty, over TLS to fifty-four, beside the hundred of the others. */
    public static List<Kind> all(Credentials credentials, ServerAddress server) {
        byte[] plain = Script.ascii(Script.head(RESERVE, ""));
        Stream<Kind> anywhere = Stream.of(
                Kind.of(asking("no credential", plain, 8), server),
                Kind.of(
                        asking(
                                "another scheme",
                                Script.ascii(Script.head(RESERVE, "Authorization: Basic eDp5\r\n")),
                                4),
                        server),
                Kind.of(asking("a token that ended", plain, 8), credentials.former(server)),
                Kind.of(asking("one wrong token", guesses(1), 8), server),
                Kind.of(asking("fifty guesses at once", guesses(GUESSES), 12), server));
        Stream<Kind> certified = server.tls().isEmpty()
                ? Stream.of()
                : Stream.of(
                        Kind.of(asking("an unknown certificate", plain, 8), credentials.stranger(server)),
                        Kind.of(asking("an expired certificate", plain, 6), credentials.expired(server)));
        return Stream.concat(anywhere, certified).toList();
    }

    /** Asks again and again, and comes back at once. */
    private static Script asking(String name, byte[] request, int share) {
        return new Script(name, request, request, ALWAYS_MILLIS, true, 0, SOON_MILLIS, share);
    }

    private static byte[] guesses(int count) {
        Random random = new Random(count);
        byte[] secret = new byte[SECRET_BYTES];
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < count; i++) {
            random.nextBytes(secret);
            String token = "mintmark_" + HexFormat.of().formatHex(secret);
            all.append(Script.head(RESERVE, "Authorization: Bearer " + token + "\r\n"));
        }
        return Script.ascii(all.toString());
    }
}
