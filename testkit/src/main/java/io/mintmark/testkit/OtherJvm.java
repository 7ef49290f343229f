package io.mintmark.testkit;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import io.mintmark.range.RangeSourceException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A JVM that opens and calls sources for this one, one request at a time; {@link OtherProgramMain} is its other end.
 *
 * <p>It has the same class path, a module path included, and ends when this JVM does, because its input then ends.
 */
final class OtherJvm {
    /** Requests, each a byte before its parts. */
    static final int OPEN = 1;

    static final int RESERVE = 2;
    static final int GIVE_BACK = 3;
    static final int RAISE = 4;

    /** Answers, each a byte before the result or a text. */
    static final int DONE = 1;

    static final int EXHAUSTED = 2;
    static final int UNAVAILABLE = 3;
    static final int FAILED = 4;

    private static final Pattern SEPARATOR = Pattern.compile(File.pathSeparator, Pattern.LITERAL);

    /** The JVM of each class path. */
    private static final Map<String, OtherJvm> RUNNING = new HashMap<>();

    private final Process process;
    private final DataOutputStream requests;
    private final DataInputStream answers;

    /** A part of the conversation. */
    private interface Exchange<T> {
        T run() throws IOException;
    }

    private OtherJvm(Process process) {
        this.process = process;
        this.requests = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        this.answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
    }

    /** Returns the JVM that knows {@code opener}, started if there is none. */
    static OtherJvm running(Class<?> opener) {
        String classPath = classPath(opener);
        synchronized (RUNNING) {
            OtherJvm jvm = RUNNING.get(classPath);
            if (jvm == null || !jvm.process.isAlive()) {
                jvm = start(classPath);
                RUNNING.put(classPath, jvm);
            }
            return jvm;
        }
    }

    private static OtherJvm start(String classPath) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-cp",
                classPath,
                OtherProgramMain.class.getName());
        try {
            return new OtherJvm(
                    new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
        } catch (IOException e) {
            throw new IllegalStateException("another program could not be started: " + command, e);
        }
    }

    private static String classPath(Class<?> opener) {
        Set<String> places = new LinkedHashSet<>();
        // Where a test patches a module, no path names its classes.
        for (Class<?> type : List.of(opener, OtherJvm.class, RangeSource.class)) {
            places.add(place(type));
        }
        for (String path : List.of("java.class.path", "jdk.module.path")) {
            SEPARATOR
                    .splitAsStream(System.getProperty(path, ""))
                    .filter(place -> !place.isEmpty())
                    .forEach(places::add);
        }
        return String.join(File.pathSeparator, places);
    }

    /** Returns the directory or archive that a class was loaded from. */
    private static String place(Class<?> type) {
        String file = '/' + type.getName().replace('.', '/') + ".class";
        URL found = Objects.requireNonNull(type.getResource(file), "no class file of " + type.getName());
        String url = found.toString();
        String place = url.substring(0, url.length() - file.length());
        if (place.startsWith("jar:")) {
            place = place.substring("jar:".length(), place.length() - 1);
        }
        return Path.of(URI.create(place)).toString();
    }

    int open(String opener, String address) {
        return exchange("open a source", () -> {
            requests.writeByte(OPEN);
            requests.writeUTF(opener);
            requests.writeUTF(address);
            await();
            return answers.readInt();
        });
    }

    Range reserve(int source, long size) {
        return exchange("reserve", () -> {
            begin(RESERVE, source);
            requests.writeLong(size);
            await();
            return readRange(answers);
        });
    }

    boolean giveBack(int source, Range range, long lastIssued) {
        return exchange("give back", () -> {
            begin(GIVE_BACK, source);
            writeRange(requests, range);
            requests.writeLong(lastIssued);
            await();
            return answers.readBoolean();
        });
    }

    long raise(int source, long atLeast) {
        return exchange("raise", () -> {
            begin(RAISE, source);
            requests.writeLong(atLeast);
            await();
            return answers.readLong();
        });
    }

    private synchronized <T> T exchange(String what, Exchange<T> exchange) {
        try {
            return exchange.run();
        } catch (IOException e) {
            process.destroy();
            throw new IllegalStateException("another program ended before it could " + what, e);
        }
    }

    private void begin(int request, int source) throws IOException {
        requests.writeByte(request);
        requests.writeInt(source);
    }

    private void await() throws IOException {
        requests.flush();
        int answer = answers.readByte();
        if (answer == DONE) {
            return;
        }
        String why = answers.readUTF();
        throw switch (answer) {
            case EXHAUSTED -> new ExhaustedException(why);
            case UNAVAILABLE -> new RangeSourceException(why);
            default -> new IllegalStateException("another program failed: " + why);
        };
    }

    static void writeRange(DataOutputStream to, Range range) throws IOException {
        to.writeLong(range.low());
        to.writeLong(range.high());
        to.writeUTF(range.prefix());
        to.writeUTF(range.nodeTag());
        to.writeLong(range.token());
    }

    static Range readRange(DataInputStream from) throws IOException {
        return new Range(from.readLong(), from.readLong(), from.readUTF(), from.readUTF(), from.readLong());
    }
}
