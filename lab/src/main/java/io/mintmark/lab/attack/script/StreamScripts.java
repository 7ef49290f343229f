package io.mintmark.lab.attack.script;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** How hostile clients behave that send bulk inserts: bodies which the server uses while they arrive, without an end. */
public final class StreamScripts {
    private static final String HEARTBEAT = "{\"Type\":\"HeartBeat\"},";
    private static final String COMMAND = "{\"Id\":\"hostile/1\",\"Type\":\"PUT\",\"Document\":{\"a\":\"";
    /** As often as the swarm looks. */
    private static final long ALWAYS_MILLIS = 1;

    private static final int SPACE_BYTES = 64 << 10;
    private static final int BOMB_BYTES = 64 << 20;
    private static final int HEARTBEATS_OF_A_KIND = 900;
    private static final int HEARTBEATS_OF_A_KIND_ZSTD = 500;
    private static final int KINDS = 100;
    private static final int NOISE_BYTES = 48;
    private static final int PIPELINED = 20;

    private StreamScripts() {}

    /** Returns all kinds; their shares add up to twelve. */
    public static List<Script> all(long dripMillis) {
        byte[] space = chunk(" ".repeat(SPACE_BYTES).getBytes(StandardCharsets.US_ASCII));
        byte[] begun = Script.joined(head(""), chunk(Script.ascii("[" + COMMAND)));
        return List.of(
                whiteSpace("gzip"),
                whiteSpace("zstd"),
                sending("a stream of compressed heartbeats", opened("gzip"), chunk(heartbeats("gzip")), 1),
                sending("a stream of heartbeats in zstd", opened("zstd"), chunk(heartbeats("zstd")), 1),
                sending("a stream of white space", Script.joined(head(""), chunk(Script.ascii("["))), space, 1),
                new Script("a stream drip by drip", begun, chunk(Script.ascii("x")), dripMillis, true, 0, 1_000, 3),
                new Script("a deaf stream", pipelined(), Script.NOTHING, 0, false, 0, 1_000, 2),
                new Script("a stream cut in the middle", begun, Script.NOTHING, 0, true, 500, 500, 2));
    }

    private static Script whiteSpace(String coding) {
        byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        byte[] bomb = chunk(Script.compressed(coding, blanks, BOMB_BYTES >> 20));
        return sending("a stream of white space in " + coding, Script.joined(opened(coding), bomb), bomb, 1);
    }

    private static byte[] opened(String coding) {
        String headers = "Content-Encoding: " + coding + "\r\n";
        return Script.joined(head(headers), chunk(Script.compressed(coding, Script.ascii("["), 1)));
    }

    private static Script sending(String name, byte[] opening, byte[] again, int share) {
        return new Script(name, opening, again, ALWAYS_MILLIS, true, 0, 1_000, share);
    }

    private static byte[] head(String headers) {
        String chunked = "Transfer-Encoding: chunked\r\n" + headers;
        return Script.ascii(Script.head("POST " + Script.DATABASE + "/bulk_insert?id=" + Script.NUMBER, chunked));
    }

    private static byte[] chunk(byte[] bytes) {
        byte[] length = Script.ascii(Integer.toHexString(bytes.length) + "\r\n");
        return Script.joined(Script.joined(length, bytes), Script.ascii("\r\n"));
    }

    /** As many as compress to somewhat less than the server lets pass: what they grow to is all work for nothing. */
    static byte[] heartbeats(String coding) {
        int ofAKind = coding.equals("zstd") ? HEARTBEATS_OF_A_KIND_ZSTD : HEARTBEATS_OF_A_KIND;
        StringBuilder all = new StringBuilder();
        Random random = new Random(17);
        byte[] noise = new byte[NOISE_BYTES];
        for (int kind = 0; kind < KINDS; kind++) {
            random.nextBytes(noise);
            all.append("{\"Type\":\"HeartBeat\",\"a\":\"")
                    .append(java.util.HexFormat.of().formatHex(noise))
                    .append("\"},")
                    .append(HEARTBEAT.repeat(ofAKind));
        }
        return Script.compressed(coding, Script.ascii(all.toString()), 1);
    }

    /** Many that want nothing, one after the other, so that there are replies to be read. */
    private static byte[] pipelined() {
        byte[] one = Script.joined(head(""), Script.ascii("2\r\n[]\r\n0\r\n\r\n"));
        byte[] all = new byte[PIPELINED * one.length];
        for (int i = 0; i < PIPELINED; i++) {
            System.arraycopy(one, 0, all, i * one.length, one.length);
        }
        return all;
    }
}
