package io.mintmark.lab.attack.script;

import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** How hostile clients behave that attack the TLS handshake: it costs a server much, and them next to nothing. */
public final class HandshakeScripts {
    private static final byte[] A_BYTE = {0};

    private HandshakeScripts() {}

    /** Returns all kinds; their shares add up to forty, beside the hundred of the others. */
    public static List<Script> all(SSLContext tls, long dripMillis) {
        byte[] hello = hello(tls);
        byte[] half = Arrays.copyOf(hello, hello.length / 2);
        byte[] damaged = hello.clone();
        damaged[hello.length / 2] ^= 1;
        return List.of(
                raw("half a handshake", half, 0, 0, 1_000, 10),
                raw("a handshake drip by drip", Arrays.copyOf(hello, 20), dripMillis, 0, 1_000, 10),
                raw("a hello and no more", hello, 0, 0, 1_000, 8),
                raw("hello after hello", hello, 0, 200, 100, 6),
                raw("a damaged hello", damaged, 0, 0, 1_000, 3),
                raw("plain HTTP", Script.ascii(Script.head("GET /", "")), 0, 0, 1_000, 3));
    }

    private static Script raw(
            String name, byte[] opening, long dripMillis, long leaveMillis, long returnMillis, int share) {
        return new Script(name, opening, A_BYTE, dripMillis, true, leaveMillis, returnMillis, share, true);
    }

    /** Returns a client's first bytes, which a server answers with its certificate and a signature, however often they come. */
    private static byte[] hello(SSLContext tls) {
        try {
            return new TlsPipe(tls).begin();
        } catch (SSLException e) {
            throw new IllegalStateException("a client begins by itself", e);
        }
    }
}
