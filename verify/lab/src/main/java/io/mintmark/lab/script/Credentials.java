package io.mintmark.lab.script;

import io.mintmark.lab.instrument.ServerAddress;
import io.mintmark.lab.process.Child;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

/**
 * What clients of an attacked server show: the good ones a certificate over TLS, or else a bearer token; the hostile
 * ones what is in the same folder, or nothing.
 *
 * @param directory a file for each caller
 */
public record Credentials(Path directory) {
    private static final String PASSWORD = "attack";
    private static final String GOOD = "good";
    /**
     * May read and write: without a clearance most hostile clients would be turned away before they could do anything.
     */
    private static final String INSIDER = "insider";

    private static final String FORMER = "former";
    private static final String STRANGER = "stranger";
    private static final String EXPIRED = "expired";

    /**
     * Puts everybody who is known on the access list of a server that did not start yet, whose data is in {@code data}.
     */
    public static Credentials make(Path directory, Path data, boolean tls) throws IOException {
        Credentials made = new Credentials(Files.createDirectories(directory));
        if (tls) {
            made.certify(GOOD, "-validity", "30");
            made.certify(STRANGER, "-validity", "30");
            made.certify(EXPIRED, "-validity", "1", "-startdate", "-3d");
            Path certificate = directory.resolve("good.crt");
            made.keytool(
                    "-exportcert",
                    "-rfc",
                    "-alias",
                    GOOD,
                    "-keystore",
                    made.store(GOOD),
                    "-file",
                    certificate.toString());
            String ignored = admit(data, GOOD, "--operator", "--certificate", certificate.toString());
        } else {
            made.write(GOOD, admit(data, GOOD, "--operator"));
        }
        made.write(INSIDER, admit(data, INSIDER, "--allow", "attack=read-write"));
        made.write(FORMER, admit(data, FORMER, "--operator", "--expires", "1s"));
        return made;
    }

    /** Returns the token that {@code mintmark access add} prints, or nothing where there is none. */
    private static String admit(Path data, String... words) throws IOException {
        List<String> command = Child.java(List.of(), "io.mintmark.cli.Mintmark", "access", "add");
        command.addAll(List.of(words));
        command.addAll(List.of("--data", data.toString()));
        return Child.output(command)
                .lines()
                .filter(line -> line.startsWith("mintmark_"))
                .findFirst()
                .orElse("");
    }

    private void certify(String name, String... dates) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "-genkeypair", "-alias", name, "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=" + name));
        words.addAll(List.of("-keystore", store(name), "-storetype", "PKCS12"));
        words.addAll(List.of(dates));
        keytool(words.toArray(String[]::new));
    }

    private void keytool(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(Child.tool("keytool")));
        command.addAll(List.of(words));
        command.addAll(List.of("-storepass", PASSWORD));
        String ignored = Child.output(command);
    }

    private String store(String name) {
        return directory.resolve(name + ".p12").toString();
    }

    private void write(String name, String token) throws IOException {
        Path ignored = Files.writeString(directory.resolve(name + ".token"), token);
    }

    private String token(String name) {
        try {
            return Files.readString(directory.resolve(name + ".token"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ServerAddress certified(String name, ServerAddress server) {
        try (InputStream file = Files.newInputStream(directory.resolve(name + ".p12"))) {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(file, PASSWORD.toCharArray());
            return server.withCertificate(own, PASSWORD.toCharArray());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("the certificate of " + name + " was made by this program", e);
        }
    }

    /** Returns the address of {@code server} for good clients. */
    public ServerAddress good(ServerAddress server) {
        return server.tls().isPresent() ? certified(GOOD, server) : server.withToken(token(GOOD));
    }

    /** Returns it for hostile clients who may read and write. */
    public ServerAddress insider(ServerAddress server) {
        return server.withToken(token(INSIDER));
    }

    /** Returns it for hostile clients of that name in the table of scripts, who have what is no good any more. */
    public ServerAddress as(String caller, ServerAddress server) {
        return switch (caller) {
            case "" -> server;
            case FORMER -> server.withToken(token(FORMER));
            default -> certified(caller, server);
        };
    }
}
