package io.mintmark.lab.hostile;

import io.mintmark.lab.process.Child;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The process of the strangers of one case. It runs at nice 19, since strangers elsewhere would not share the servers'
 * processors, and is ended if it does not end by itself.
 */
final class StrangersProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;

    private StrangersProcess(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts it; it is killed {@code limitMillis} later at the latest. */
    static StrangersProcess start(String name, long millis, List<URI> servers, long limitMillis) throws IOException {
        List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
        command.addAll(Child.java(
                List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                Strangers.class.getName(),
                name,
                Long.toString(millis)));
        servers.forEach(server -> command.add(server.toString()));
        Process process = Child.kept(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
        CompletableFuture.delayedExecutor(limitMillis, TimeUnit.MILLISECONDS).execute(process::destroyForcibly);
        return new StrangersProcess(process);
    }

    /** Waits until everything is prepared; returns whether it was in time. */
    boolean awaitReady() throws IOException {
        return Strangers.READY.equals(out.readLine());
    }

    /** Lets them begin, and returns what they got once they have ended. */
    Tally send() throws IOException {
        OutputStream in = process.getOutputStream();
        in.write('\n');
        in.flush();
        Tally tally = new Tally();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            tally.read(line);
        }
        return tally;
    }

    @Override
    public void close() {
        Process ignored = process.destroyForcibly();
    }
}
