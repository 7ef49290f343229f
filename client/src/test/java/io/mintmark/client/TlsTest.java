package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.mintmark.client.cluster.Cluster;
import io.mintmark.client.cluster.ClusterSettings;
import io.mintmark.client.exceptions.InvalidCertificateException;
import io.mintmark.client.exceptions.ServerUnreachableException;
import io.mintmark.client.http.Request;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that wants to know its clients by certificate, and clients that want to know their server. */
class TlsTest {
    private static final char[] PASSWORD = "secret".toCharArray();
    private static final String LOOPBACK = "SAN=ip:127.0.0.1";

    @TempDir
    static Path directory;

    private static Path serverKey;
    private static Path clientKey;
    private static Path serverCertificate;
    private static Path elsewhereCertificate;
    private static HttpsServer server;
    private static HttpsServer elsewhere;

    @BeforeAll
    static void start() throws Exception {
        serverKey = newKey("server", LOOPBACK);
        clientKey = newKey("client", LOOPBACK);
        Path elsewhereKey = newKey("elsewhere", "SAN=dns:elsewhere.example");
        serverCertificate = trusting("server", serverKey);
        elsewhereCertificate = trusting("elsewhere", elsewhereKey);
        Path clientCertificate = trusting("client", clientKey);
        server = serve(Tls.withCertificate(serverKey, PASSWORD, clientCertificate, PASSWORD), true);
        elsewhere = serve(Tls.withCertificate(elsewhereKey, PASSWORD), false);
    }

    @AfterAll
    static void stop() {
        server.stop(0);
        elsewhere.stop(0);
    }

    @Test
    void shouldBeLetInWithItsCertificate() {
        SSLContext tls = Tls.withCertificate(clientKey, PASSWORD, serverCertificate, PASSWORD);

        try (Cluster cluster = cluster(server, tls)) {
            assertThat(cluster.send(Request.get("/")).status()).isEqualTo(200);
        }
    }

    @Test
    void shouldNotBeLetInWithoutACertificate() {
        try (Cluster cluster = cluster(server, Tls.trusting(serverCertificate, PASSWORD))) {
            assertThatThrownBy(() -> cluster.send(Request.get("/")))
                    .isInstanceOf(ServerUnreachableException.class)
                    .hasMessageContaining("look at the client's certificate");
        }
    }

    @Test
    void shouldNotTrustAServerThatNobodyVouchesFor() {
        try (Cluster cluster = cluster(server, Tls.withCertificate(clientKey, PASSWORD))) {
            assertThatThrownBy(() -> cluster.send(Request.get("/")))
                    .isInstanceOf(ServerUnreachableException.class)
                    .hasMessageContaining("certificate is not trusted")
                    .hasMessageContaining("Tls.trusting");
        }
    }

    @Test
    void shouldNotTrustAServerByAnotherName() {
        try (Cluster cluster = cluster(elsewhere, Tls.trusting(elsewhereCertificate, PASSWORD))) {
            assertThatThrownBy(() -> cluster.send(Request.get("/")))
                    .isInstanceOf(ServerUnreachableException.class)
                    .hasMessageContaining("not for the host that was called")
                    .hasMessageContaining("127.0.0.1");
        }
    }

    @Test
    void shouldSayThatTheServersCertificateExpired() throws Exception {
        Path authority = newKey("authority", "BasicConstraints:critical=ca:true");
        Path trusted = trusting("authority", authority);
        Path expired = expired(authority);
        HttpsServer late = serve(Tls.withCertificate(expired, PASSWORD), false);
        try (Cluster cluster = cluster(late, Tls.trusting(trusted, PASSWORD))) {
            assertThatThrownBy(() -> cluster.send(Request.get("/")))
                    .isInstanceOf(ServerUnreachableException.class)
                    .hasMessageContaining("the server's certificate expired");
        } finally {
            late.stop(0);
        }
    }

    /** Makes a key whose certificate the authority signed, and which expired; it is alone in its file. */
    private static Path expired(Path authority) throws Exception {
        List<String> words = List.of("-signer", "authority", "-startdate", "-30d", "-validity", "10");
        generate(authority, "expired", LOOPBACK, words);
        KeyStore both = opened(authority);
        KeyStore alone = empty();
        alone.setKeyEntry("expired", both.getKey("expired", PASSWORD), PASSWORD, both.getCertificateChain("expired"));
        return written("expired.p12", alone);
    }

    /** As openssl writes one without -jdktrust. */
    @Test
    void shouldNotTakeAFileInWhichJavaFindsNobodyToTrust() throws Exception {
        Path file = written("nobody.p12", empty());

        assertThatThrownBy(() -> Tls.trusting(file, PASSWORD))
                .isInstanceOf(InvalidCertificateException.class)
                .hasMessageContaining("nobody.p12 has no certificate that Java trusts")
                .hasMessageContaining("keytool -importcert");
    }

    @Test
    void shouldNotTrustOthersWhereNoFileIsNamed() {
        Path none = null;

        assertThatThrownBy(() -> Tls.trusting(none, new char[0])).hasMessageContaining("trusted must not be null");
        assertThatThrownBy(() -> Tls.withCertificate(none, new char[0]))
                .hasMessageContaining("pkcs12 must not be null");
        assertThatThrownBy(() -> Tls.withCertificate(none, new char[0], Path.of("a"), new char[0]))
                .hasMessageContaining("pkcs12 must not be null");
        assertThatThrownBy(() -> Tls.withCertificate(Path.of("a"), new char[0], none, new char[0]))
                .hasMessageContaining("trusted must not be null");
    }

    @Test
    void shouldNameTheFileThatCannotBeUsed() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "no certificate");

        assertThatThrownBy(() -> Tls.withCertificate(text, PASSWORD))
                .isInstanceOf(InvalidCertificateException.class)
                .hasMessageContaining(text.toString());
        assertThatThrownBy(() -> Tls.withCertificate(clientKey, "wrong".toCharArray()))
                .hasMessageContaining("with this password");
        assertThatThrownBy(() -> Tls.withCertificate(serverCertificate, PASSWORD))
                .hasMessageContaining("has no private key");
        assertThatThrownBy(() -> Tls.withCertificate(directory.resolve("missing"), PASSWORD))
                .isInstanceOf(InvalidCertificateException.class);
    }

    private static Cluster cluster(HttpsServer server, SSLContext tls) {
        URI url = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
        return Cluster.of(ClusterSettings.builder(List.of(url))
                .database("shop")
                .fixedNodes()
                .tls(tls)
                .sleeper(nanos -> {})
                .build());
    }

    private static HttpsServer serve(SSLContext tls, boolean wantsCertificates) throws IOException {
        HttpsServer https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters ssl = tls.getDefaultSSLParameters();
                ssl.setNeedClientAuth(wantsCertificates);
                if (wantsCertificates) {
                    // In TLS 1.3 a client without one hears of it after the handshake, when the connection closes.
                    ssl.setProtocols(new String[] {"TLSv1.2"});
                }
                parameters.setSSLParameters(ssl);
            }
        });
        https.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        https.start();
        return https;
    }

    /** Makes a key and its self-signed certificate, in a PKCS#12 file. */
    private static Path newKey(String name, String extension) throws Exception {
        Path file = directory.resolve(name + ".p12");
        generate(file, name, extension, List.of());
        return file;
    }

    /** Makes a PKCS#12 file that vouches for the certificate of a key. */
    private static Path trusting(String name, Path key) throws Exception {
        KeyStore trusted = empty();
        trusted.setCertificateEntry(name, opened(key).getCertificate(name));
        return written(name + "-trusted.p12", trusted);
    }

    private static KeyStore empty() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static KeyStore opened(Path file) throws Exception {
        return KeyStore.getInstance(file.toFile(), PASSWORD);
    }

    private static Path written(String name, KeyStore store) throws Exception {
        Path file = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD);
        }
        return file;
    }

    /** Calls the JDK's tool, which alone of it can make certificates; each call is a process, and takes a second. */
    private static void generate(Path store, String name, String extension, List<String> more) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name));
        command.addAll(List.of("-ext", extension, "-keystore", store.toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD)));
        command.addAll(more);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor()).as("%s", command).isZero();
    }
}
