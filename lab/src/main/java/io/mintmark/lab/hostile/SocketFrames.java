package io.mintmark.lab.hostile;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Commands of a watcher as frames of a WebSocket. */
final class SocketFrames {
    /** A whole text. */
    private static final byte TEXT = (byte) 0x81;

    private static final int MASKED = 0x80;
    /** What stands for a length of two bytes. */
    private static final int TWO_BYTES = 126;

    /** White space that makes every command long enough for that. */
    private static final String SPACE = " ".repeat(TWO_BYTES);

    private SocketFrames() {}

    /** Returns a command with its parameter, masked as clients must. */
    static byte[] command(String name, String param) {
        byte[] text = ("{\"CommandId\":1,\"Command\":\"" + name + "\",\"Param\":\"" + param + "\"}" + SPACE)
                .getBytes(StandardCharsets.US_ASCII);
        // The mask is zero, which leaves the text as it is.
        return ByteBuffer.allocate(8 + text.length)
                .put(TEXT)
                .put((byte) (MASKED | TWO_BYTES))
                .putShort((short) text.length)
                .putInt(0)
                .put(text)
                .array();
    }
}
