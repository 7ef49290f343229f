package io.mintmark.javascript;

import io.mintmark.internal.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines that a process wrote to its error stream: read at once, so that it never waits for a reader. */
final class ErrorLines implements Runnable {
    private static final int LINES_MAX = 20;
    private static final int CHARS_MAX = 400;

    private final Process process;
    private final Deque<String> lines = new ArrayDeque<>();

    private ErrorLines(Process process) {
        this.process = process;
    }

    static ErrorLines of(Process process) {
        ErrorLines lines = new ErrorLines(process);
        DaemonThreads.thread(ErrorLines.class, "mintmark-script-errors", lines).start();
        return lines;
    }

    @Override
    public void run() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line.substring(0, Math.min(line.length(), CHARS_MAX)));
            }
        } catch (IOException e) {
            add(String.valueOf(e.getMessage()));
        }
    }

    private synchronized void add(String line) {
        lines.add(line);
        if (lines.size() > LINES_MAX) {
            lines.remove();
        }
    }

    synchronized String text() {
        return String.join("; ", lines);
    }
}
