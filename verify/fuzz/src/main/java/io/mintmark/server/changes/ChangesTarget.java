package io.mintmark.server.changes;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.internal.Ticker;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.support.Json;
import io.mintmark.web.http.Socket;
import io.mintmark.web.http.SocketReceiver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Commands of a client that watches: each is answered by its number, and what is remembered is accounted for. */
public final class ChangesTarget implements FuzzTarget {
    private static final Json JSON = new Json(128);

    /** A socket that nobody reads from. */
    private static final class Kept implements Socket {
        private long bytes;
        private boolean closed;

        @Override
        public void ready() {}

        @Override
        public void close(int code, String reason) {
            closed = true;
        }

        @Override
        public void keepInMemory(long more) {
            bytes += more;
            Check.that(bytes >= 0, "no more is given back than was taken");
        }
    }

    @Override
    public void run(byte[] bytes) throws IOException {
        Input input = new Input(bytes);
        prefixes(input.textUpTo(0));
        Kept socket = new Kept();
        ChangeFeed feed = new ChangeFeed("db", JSON, Runnable::run, new ChangeCounts(), Ticker.SYSTEM);
        SocketReceiver client = feed.connect(socket);
        List<byte[]> commands = new ArrayList<>();
        while (input.hasMore()) {
            byte[] command = input.upTo('\n');
            client.received(command);
            commands.add(command);
        }
        read(client, socket, feed);
        forgotten(client, socket, commands);
    }

    private static void read(SocketReceiver client, Kept socket, ChangeFeed feed) throws IOException {
        String vector = "A:1-id";
        feed.committed(List.of(new DocumentChange(DocumentChange.Kind.PUT, "users/1-A", "Users", vector)));
        for (byte[] frame = client.next(); frame != null; frame = client.next()) {
            JsonNode messages = JSON.trees().readTree(frame);
            Check.that(messages.isArray() && !messages.isEmpty(), "a frame is an array of messages");
        }
        Check.that(!socket.closed, "a client that reads is not cut off");
    }

    /** Ends each watch that was begun: nothing is remembered then. */
    private static void forgotten(SocketReceiver client, Kept socket, List<byte[]> commands) throws IOException {
        for (byte[] command : commands) {
            JsonNode tree = JSON.trees().readTree(command);
            if (tree.path("Command").asText().startsWith("watch-")) {
                ((com.fasterxml.jackson.databind.node.ObjectNode) tree)
                        .put("Command", "un" + tree.path("Command").asText());
                client.received(JSON.trees().writeValueAsBytes(tree));
            }
        }
        while (client.next() != null) {
            // Read to the end.
        }
        Check.equal(0L, socket.bytes, "nothing is remembered of watches that have ended");
    }

    private static void prefixes(String lines) {
        PrefixSet set = new PrefixSet();
        List<String> plain = new ArrayList<>();
        for (String line : lines.split("\n", -1)) {
            boolean remove = line.startsWith("-");
            String text = remove ? line.substring(1) : line;
            if (remove) {
                Check.equal(plain.remove(text), set.remove(text), "a prefix that is there is removed");
            } else {
                Check.equal(!plain.contains(text) && plain.add(text), set.add(text), "a new prefix is added");
            }
            boolean begins = plain.stream().anyMatch(lines::startsWith);
            Check.equal(begins, set.hasPrefixOf(lines), "a text begins with one of them, or does not");
        }
    }
}
