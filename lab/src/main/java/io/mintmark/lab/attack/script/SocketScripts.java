package io.mintmark.lab.attack.script;

import java.nio.ByteBuffer;
import java.util.List;

/** How hostile clients behave that watch a database over a WebSocket. */
final class SocketScripts {
    /** As often as the swarm looks. */
    private static final long ALWAYS_MILLIS = 1;

    private static final int COMMANDS = 500;
    /** A whole text of up to 125 bytes, masked as clients must. */
    private static final byte TEXT = (byte) 0x81;

    private static final byte MASKED = (byte) 0x80;

    private SocketScripts() {}

    /** Returns all kinds; their shares add up to six. */
    static List<Script> all() {
        byte[] watching = Script.joined(handshake(), command("watch-docs", ""));
        return List.of(
                new Script("a deaf watcher", watching, Script.NOTHING, 0, false, 0, 1_000, 3),
                new Script("a watcher without pongs", watching, Script.NOTHING, 0, true, 0, 1_000, 2),
                new Script("a flood of commands", handshake(), commands(), ALWAYS_MILLIS, true, 0, 1_000, 1));
    }

    private static byte[] handshake() {
        return Script.ascii(Script.head(
                "GET " + Script.DATABASE + "/changes",
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
    }

    private static byte[] commands() {
        byte[] all = {};
        for (int i = 0; i < COMMANDS; i++) {
            all = Script.joined(all, command(i % 2 == 0 ? "watch-prefix" : "unwatch-prefix", "hostile/" + i / 2));
        }
        return all;
    }

    private static byte[] command(String name, String param) {
        byte[] text = Script.ascii("{\"CommandId\":1,\"Command\":\"" + name + "\",\"Param\":\"" + param + "\"}");
        // The mask is zero, which leaves the text as it is.
        return ByteBuffer.allocate(6 + text.length)
                .put(TEXT)
                .put((byte) (MASKED | text.length))
                .putInt(0)
                .put(text)
                .array();
    }
}
