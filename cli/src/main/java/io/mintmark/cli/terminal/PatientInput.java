package io.mintmark.cli.terminal;

import io.mintmark.internal.DaemonThreads;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Bytes of a server that may fall silent: nobody waits for the next ones for ever. Java's client bounds the wait for a
 * reply's head alone, and a network that loses its other end says nothing. Used by one thread.
 */
public final class PatientInput extends FilterInputStream {
    private final Duration silenceMax;
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, DaemonThreads.named(PatientInput.class, "mintmark-silence"));
    private volatile boolean silent;

    /** Reads {@code in}, and gives it up once nothing came for {@code silenceMax}. */
    public PatientInput(InputStream in, Duration silenceMax) {
        super(in);
        this.silenceMax = silenceMax;
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Future<?> end = timer.schedule(this::giveUp, silenceMax.toMillis(), TimeUnit.MILLISECONDS);
        try {
            int read = in.read(bytes, offset, length);
            requireHeard();
            return read;
        } catch (IOException e) {
            requireHeard();
            throw e;
        } finally {
            boolean ignored = end.cancel(false);
        }
    }

    private void requireHeard() throws IOException {
        if (silent) {
            throw new IOException("it sent nothing for " + silenceMax.toSeconds() + " s");
        }
    }

    /** A read that waits ends when the stream does. */
    private void giveUp() {
        silent = true;
        try {
            in.close();
        } catch (IOException e) {
            // Nothing more is read.
        }
    }

    @Override
    public void close() throws IOException {
        timer.shutdownNow();
        super.close();
    }
}
