package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** A certificate that nobody else signed, with its key, in the forms that people have it in. */
public final class KeytoolCertificate {
    public static final String PASSWORD = "change-me";

    /** PKCS#12 with certificate and key. */
    public final Path store;

    /** PEM with the certificate alone. */
    public final Path certificate;

    /** PEM with the key alone. */
    public final Path key;

    private KeytoolCertificate(Path store, Path certificate, Path key) {
        this.store = store;
        this.certificate = certificate;
        this.key = key;
    }

    /** Makes one in {@code folder} for a host called {@code host}, or for a client. */
    static KeytoolCertificate make(Path folder, String name, String host) throws Exception {
        return makeWith(folder, name, "-ext", "SAN=" + host);
    }

    /** Makes one in {@code folder}, with more words for keytool, which is one process: each costs a second and more. */
    public static KeytoolCertificate makeWith(Path folder, String name, String... more) throws Exception {
        Path store = folder.resolve(name + ".p12");
        keytool(store, name, more);
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-------"));
        KeyStore opened = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            opened.load(in, PASSWORD.toCharArray());
        }
        byte[] shown = opened.getCertificate("own").getEncoded();
        Path certificate = Files.writeString(folder.resolve(name + ".pem"), pem("CERTIFICATE", shown));
        byte[] secret = opened.getKey("own", PASSWORD.toCharArray()).getEncoded();
        Path key = Files.writeString(folder.resolve(name + "-key.pem"), pem("PRIVATE KEY", secret));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        return new KeytoolCertificate(store, certificate, key);
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(der)
                + "\n-----END " + label + "-----\n";
    }

    private static void keytool(Path store, String name, String... more) throws Exception {
        List<String> command = Stream.of(
                        List.of(Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString()),
                        List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"),
                        List.of("-genkeypair", "-keyalg", "EC", "-dname", "CN=" + name, "-alias", "own"),
                        List.of("-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD),
                        List.of(more))
                .flatMap(List::stream)
                .toList();
        assertThat(new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor())
                .isZero();
    }
}
