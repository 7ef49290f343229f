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
final class KeytoolCertificate {
    static final String PASSWORD = "change-me";

    /** PKCS#12 with certificate and key. */
    final Path store;

    /** PEM with the certificate alone. */
    final Path certificate;

    /** PEM with the key alone. */
    final Path key;

    private KeytoolCertificate(Path store, Path certificate, Path key) {
        this.store = store;
        this.certificate = certificate;
        this.key = key;
    }

    /** Makes one in {@code folder} for a host called {@code host}, or for a client. */
    static KeytoolCertificate make(Path folder, String name, String host) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Path certificate = folder.resolve(name + ".pem");
        List<String> make = List.of("-genkeypair", "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "SAN=" + host);
        keytool(store, make);
        keytool(store, List.of("-exportcert", "-rfc", "-file", certificate.toString()));
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-------"));
        KeyStore opened = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            opened.load(in, PASSWORD.toCharArray());
        }
        byte[] der = opened.getKey("own", PASSWORD.toCharArray()).getEncoded();
        Path key = folder.resolve(name + "-key.pem");
        Files.writeString(
                key,
                "-----BEGIN PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                                .encodeToString(der)
                        + "\n-----END PRIVATE KEY-----\n");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        return new KeytoolCertificate(store, certificate, key);
    }

    private static void keytool(Path store, List<String> words) throws Exception {
        List<String> command = Stream.of(
                        List.of(Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString()),
                        words,
                        List.of("-alias", "own", "-storetype", "PKCS12"),
                        List.of("-keystore", store.toString(), "-storepass", PASSWORD))
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
