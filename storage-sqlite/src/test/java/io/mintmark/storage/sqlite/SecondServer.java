package io.mintmark.storage.sqlite;

import io.mintmark.internal.Uninterruptibly;
import io.mintmark.storage.StorageFailedException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another server on the same directory: in a process of its own, or beside this one in another class loader. */
public final class SecondServer {
    private SecondServer() {}

    /** Opens the directory, takes a range, and says how that went; holds the directory until its input ends. */
    public static void main(String[] arguments) throws IOException {
        System.setOut(System.err);
        PrintStream answer = new PrintStream(new FileOutputStream(FileDescriptor.out));
        try (TestStore store = TestStore.open(Path.of(arguments[0]))) {
            answer.println("range from " + store.reserve("orders").low());
            answer.flush();
            int ignored = System.in.read();
        } catch (StorageFailedException refused) {
            answer.println("refused: " + refused.getMessage());
        }
    }

    /** Tries to open the directory, and says how that went. */
    public static String tryToOpen(String directory) {
        try (TestStore store = TestStore.open(Path.of(directory))) {
            return "range from " + store.reserve("orders").low();
        } catch (StorageFailedException refused) {
            return "refused: " + refused.getMessage();
        }
    }

    /** A process that runs {@link #main}; closed, it closes its store and ends. */
    static final class Running implements AutoCloseable {
        final String answer;
        private final Process process;

        private Running(Process process) throws IOException {
            this.process = process;
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            this.answer = String.valueOf(lines.readLine());
        }

        static Running on(Path directory) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path")));
            command.add(SecondServer.class.getName());
            command.add(directory.toString());
            return new Running(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            Uninterruptibly.run(process::waitFor);
        }
    }
}
