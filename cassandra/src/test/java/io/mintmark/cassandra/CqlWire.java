package io.mintmark.cassandra;

import io.mintmark.internal.DaemonThreads;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A wire between drivers and a node that knows version 4 of their protocol well enough to see lightweight transactions
 * pass: requests to execute a statement at QUORUM. Each meets a fate.
 */
final class CqlWire implements AutoCloseable {
    private static final int HEADER = 9;
    private static final int OPCODE = 4;
    private static final int EXECUTE = 0x0A;
    private static final int QUORUM = 4;
    private static final byte ANSWER_OF_V4 = (byte) 0x84;
    private static final byte ERROR = 0;
    private static final int UNAVAILABLE = 0x1000;
    private static final short SERIAL = 8;

    /** How many other transactions a late one lets pass. */
    private static final int LATER = 2;

    /** What becomes of a lightweight transaction; where an answer is lost, the client's connection ends. */
    enum Fate {
        PASS,
        LOSE_REQUEST,
        LOSE_ANSWER,
        DO_LATER,
        /** It is answered by the error that replicas are away, and is never done; the connection goes on. */
        REFUSE
    }

    private final ServerSocket listener;
    private final InetSocketAddress node;
    private final Supplier<Fate> fates;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(DaemonThreads.named(CqlWire.class, "mintmark-cql-wire"));
    private final Map<Fate, Integer> met = new EnumMap<>(Fate.class);
    private final List<Late> late = new ArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** A transaction that its client believes lost. */
    private static final class Late {
        final Socket upstream;
        final byte[] frame;
        int others = LATER;

        Late(Socket upstream, byte[] frame) {
            this.upstream = upstream;
            this.frame = frame;
        }
    }

    CqlWire(InetSocketAddress node, Supplier<Fate> fates) {
        this.node = node;
        this.fates = fates;
        try {
            this.listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    /** Returns how many transactions met that fate. */
    synchronized int met(Fate fate) {
        return met.getOrDefault(fate, 0);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket upstream = new Socket(node.getAddress(), node.getPort());
                client.setTcpNoDelay(true);
                upstream.setTcpNoDelay(true);
                open.add(client);
                open.add(upstream);
                threads.execute(() -> requests(client, upstream));
                threads.execute(() -> answers(client, upstream));
            }
        } catch (IOException closed) {
            // So is the wire.
        }
    }

    private void requests(Socket client, Socket upstream) {
        try {
            DataInputStream in = new DataInputStream(client.getInputStream());
            while (pass(frame(in), client, upstream)) {}
        } catch (IOException ended) {
            // A client's end is no end of what is late on its connection.
        }
    }

    private void answers(Socket client, Socket upstream) {
        try {
            DataInputStream in = new DataInputStream(upstream.getInputStream());
            while (true) {
                byte[] frame = frame(in);
                if (!client.isClosed()) {
                    write(client, frame);
                }
            }
        } catch (IOException ended) {
            close(client);
        }
    }

    /** Passes a frame, and returns whether the client's connection goes on. */
    private boolean pass(byte[] frame, Socket client, Socket upstream) throws IOException {
        Fate fate = isTransaction(frame) ? next() : Fate.PASS;
        if (fate == Fate.LOSE_REQUEST || fate == Fate.LOSE_ANSWER || fate == Fate.DO_LATER) {
            close(client);
        }
        if (fate == Fate.DO_LATER) {
            synchronized (this) {
                late.add(new Late(upstream, frame));
            }
        } else if (fate == Fate.REFUSE) {
            write(client, unavailable(frame));
        } else if (fate != Fate.LOSE_REQUEST) {
            write(upstream, frame);
        }
        return fate == Fate.PASS || fate == Fate.REFUSE;
    }

    private Fate next() throws IOException {
        List<Late> due = new ArrayList<>();
        Fate fate;
        synchronized (this) {
            fate = fates.get();
            met.merge(fate, 1, Integer::sum);
            late.removeIf(each -> --each.others <= 0 && due.add(each));
        }
        for (Late each : due) {
            write(each.upstream, each.frame);
        }
        return fate;
    }

    /** Answers the request that {@code asked} is, by the number of its stream. */
    private static byte[] unavailable(byte[] asked) {
        byte[] text = "Cannot achieve consistency level SERIAL".getBytes(StandardCharsets.UTF_8);
        int body = 2 * Short.BYTES + 3 * Integer.BYTES + text.length;
        return ByteBuffer.allocate(HEADER + body)
                .put(ANSWER_OF_V4)
                .put((byte) 0)
                .put(asked, 2, Short.BYTES)
                .put(ERROR)
                .putInt(body)
                .putInt(UNAVAILABLE)
                .putShort((short) text.length)
                .put(text)
                .putShort(SERIAL)
                .putInt(2)
                .putInt(1)
                .array();
    }

    private static void write(Socket to, byte[] frame) throws IOException {
        synchronized (to) {
            OutputStream out = to.getOutputStream();
            out.write(frame);
            out.flush();
        }
    }

    private static byte[] frame(DataInputStream in) throws IOException {
        byte[] header = in.readNBytes(HEADER);
        if (header.length < HEADER) {
            throw new IOException("the connection ended");
        }
        int length = int32(header, HEADER - Integer.BYTES);
        byte[] frame = new byte[HEADER + length];
        System.arraycopy(header, 0, frame, 0, HEADER);
        in.readFully(frame, HEADER, length);
        return frame;
    }

    private static boolean isTransaction(byte[] frame) {
        if (frame[OPCODE] != EXECUTE) {
            return false;
        }
        int id = int16(frame, HEADER);
        return int16(frame, HEADER + Short.BYTES + id) == QUORUM;
    }

    private static int int16(byte[] bytes, int at) {
        return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
    }

    private static int int32(byte[] bytes, int at) {
        return (int16(bytes, at) << 16) | int16(bytes, at + Short.BYTES);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException isClosed) {
            // That was wanted.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            open.forEach(CqlWire::close);
            threads.shutdownNow();
        }
    }
}
