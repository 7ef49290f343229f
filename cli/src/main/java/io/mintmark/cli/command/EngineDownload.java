package io.mintmark.cli.command;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.PatientInput;
import io.mintmark.cli.terminal.Plural;
import io.mintmark.indexes.definition.EngineJar;
import io.mintmark.internal.Sha256;
import io.mintmark.storage.lifecycle.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Brings files into a folder. Each is taken only with the digest that this program knows, and gets its name when it is
 * whole.
 *
 * @param repository a Maven repository, over HTTP
 * @param folder where the files go; created if missing
 * @param silenceMax how long to wait for an answer, and for each part of it
 */
record EngineDownload(URI repository, Path folder, Duration silenceMax) {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration SILENCE_MAX = Duration.ofSeconds(30);
    private static final int OK = 200;
    private static final int CHUNK = 64 << 10;

    EngineDownload(URI repository, Path folder) {
        this(repository, folder, SILENCE_MAX);
    }

    /** Returns how many files were brought; those that are there already are left alone. */
    int fetch(List<EngineJar> jars, Progress progress) {
        try {
            Path ignored = Files.createDirectories(folder);
            requireNoOthers(jars);
            HttpClient client = HttpClient.newBuilder()
                    .connectTimeout(CONNECT)
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build();
            int brought = 0;
            for (EngineJar jar : jars) {
                progress.at(
                        "downloaded " + Plural.of(brought, "file", "files") + " of the engine for JavaScript", 0, 0);
                Path file = folder.resolve(jar.fileName());
                if (!Files.exists(file) || !digest(file).equals(jar.sha256())) {
                    fetch(client, jar, file);
                    brought++;
                }
            }
            return brought;
        } catch (IOException e) {
            throw new MintmarkException(
                    "The folder " + folder + " cannot be filled: " + OneLine.of(String.valueOf(e.getMessage()))
                            + ". Name a folder that can be written by --to.",
                    e);
        }
    }

    /** Another version of a file beside it would be loaded as well. */
    private void requireNoOthers(List<EngineJar> jars) throws IOException {
        Set<String> names = jars.stream().map(EngineJar::fileName).collect(Collectors.toSet());
        try (Stream<Path> files = Files.list(folder)) {
            List<String> others = files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".jar") && !names.contains(name))
                    .sorted()
                    .toList();
            if (!others.isEmpty()) {
                throw new MintmarkException(
                        "The folder " + folder + " has jars that are not of this version's engine, such as "
                                + OneLine.of(others.get(0)) + ": remove them, or name an empty folder by --to.");
            }
        }
    }

    private void fetch(HttpClient client, EngineJar jar, Path file) throws IOException {
        URI address = URI.create(repository.toString().replaceFirst("/*$", "/") + jar.path());
        Path part = folder.resolve(jar.fileName() + ".part");
        try {
            String digest = download(client, address, part, jar.bytes());
            if (!digest.equals(jar.sha256())) {
                throw new MintmarkException("The file at " + address + " has the SHA-256 " + digest + " instead of "
                        + jar.sha256() + " and was not kept: name another repository by --from.");
            }
            Path ignored = Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            boolean ignored = Files.deleteIfExists(part);
        }
    }

    /** Returns the digest of what was written to {@code part}: at most one byte more than there should be. */
    private String download(HttpClient client, URI address, Path part, long bytes) throws IOException {
        try (InputStream in = open(client, address);
                OutputStream out = Files.newOutputStream(part)) {
            MessageDigest digest = Sha256.begin();
            long left = bytes + 1;
            byte[] chunk = new byte[CHUNK];
            for (int read = read(in, chunk, left, address); read > 0; read = read(in, chunk, left, address)) {
                out.write(chunk, 0, read);
                digest.update(chunk, 0, read);
                left -= read;
            }
            return Sha256.end(digest);
        }
    }

    private int read(InputStream in, byte[] chunk, long left, URI address) {
        try {
            return left == 0 ? 0 : in.read(chunk, 0, (int) Math.min(chunk.length, left));
        } catch (IOException e) {
            throw unreachable(address, e);
        }
    }

    private InputStream open(HttpClient client, URI address) {
        try {
            HttpResponse<InputStream> reply = client.send(
                    HttpRequest.newBuilder(address).timeout(silenceMax).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            if (reply.statusCode() != OK) {
                reply.body().close();
                throw new MintmarkException("The repository answers " + reply.statusCode() + " for " + address
                        + ": name another one by --from.");
            }
            return new PatientInput(reply.body(), silenceMax);
        } catch (IOException e) {
            throw unreachable(address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MintmarkException("The download was interrupted: run the command again.", e);
        }
    }

    private MintmarkException unreachable(URI address, IOException e) {
        String why = e.getMessage() == null ? "no connection" : e.getMessage();
        return new MintmarkException(
                "The repository cannot be reached for " + address + " (" + OneLine.of(why)
                        + "): name a mirror by --from, or run `mintmark javascript --to FOLDER` on a machine that reaches it, and"
                        + " copy that folder to " + folder + ".",
                e);
    }

    private static String digest(Path file) throws IOException {
        return Sha256.of(Files.readAllBytes(file));
    }
}
