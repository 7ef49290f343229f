package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.exceptions.AccessRefusedException;
import io.mintmark.client.exceptions.InvalidRequestException;
import io.mintmark.client.exceptions.MintmarkClientException;
import io.mintmark.client.exceptions.ServerUnreachableException;
import io.mintmark.client.exceptions.UnknownOutcomeException;
import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/tls.md make certificates by which our server and our client know each other. */
class TlsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "tls.md");
    private static final char[] PASSWORD = "change-me".toCharArray();

    @TempDir
    static Path directory;

    private static MintmarkServer server;

    @BeforeAll
    static void start() throws Exception {
        run("server");
        run("client");
        TlsSettings tls =
                TlsSettings.of(directory.resolve("server.p12")).withPasswordFile(directory.resolve("password.txt"));
        server = MintmarkServer.start(ServerSettings.builder(directory.resolve("data"))
                .port(0)
                .tls(tls)
                .build());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Types the block that the page marks with {@code name}. */
    private static void run(String name) throws Exception {
        Pattern marked = Pattern.compile("<!-- a test runs this: " + name + " -->\n```sh\n(.*?)```", Pattern.DOTALL);
        Matcher block = marked.matcher(Files.readString(PAGE));
        assertThat(block.find()).as("a block '%s' in %s", name, PAGE).isTrue();
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        Path log = directory.resolve(name + ".log");
        ProcessBuilder shell = new ProcessBuilder("sh", "-ec", block.group(1))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        shell.environment().merge("PATH", java, (path, own) -> own + ":" + path);
        assertThat(shell.start().waitFor()).as(Files.readString(log)).isZero();
    }

    private static SSLContext client() {
        return Tls.withCertificate(
                directory.resolve("client.p12"), PASSWORD, directory.resolve("trusted.p12"), PASSWORD);
    }

    private static DocumentStore open(String url, SSLContext tls) {
        return DocumentStore.builder(url).database("shop").tls(tls).open();
    }

    @Test
    void shouldLetOurClientKeepDocumentsOverTls() {
        try (DocumentStore store = open(server.url().toString(), client())) {
            store.databases().create("shop");
            String id = store.ids().nextId(new Order());

            assertThat(id).isEqualTo("orders/1-A");
        }
    }

    private record Order() {}

    /** Java tells now of the bytes that are no TLS, now of the closed connection after them, whichever it sees first. */
    @Test
    void shouldSayThatAServerSpeaksNoTls() {
        ServerSettings plain =
                ServerSettings.builder(directory.resolve("plain")).port(0).build();
        try (MintmarkServer other = MintmarkServer.start(plain);
                DocumentStore store = open(other.url().toString().replace("http:", "https:"), client())) {
            assertThatThrownBy(() -> store.databases().create("other"))
                    .isInstanceOfAny(ServerUnreachableException.class, UnknownOutcomeException.class)
                    .hasMessageContaining("the server speaks no TLS")
                    .hasMessageContaining("call it by http");
        }
    }

    @Test
    void shouldTellAClientOfPlainHttpWhereToCall() {
        String plain = server.url().toString().replace("https", "http");
        try (DocumentStore store = open(plain, client())) {
            assertThatThrownBy(() -> store.databases().create("other"))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("This server speaks TLS, and nothing else: call " + server.url());
        }
    }

    @Test
    void shouldTellAClientWhyItsCertificateIsRefused() {
        SSLContext asServer = Tls.withCertificate(
                directory.resolve("server.p12"), PASSWORD, directory.resolve("trusted.p12"), PASSWORD);
        try (DocumentStore store = open(server.url().toString(), asServer)) {
            assertThatThrownBy(() -> store.databases().create("other"))
                    .isInstanceOf(AccessRefusedException.class)
                    .hasMessageContaining("'CN=ids.lan'")
                    .hasMessageContaining("clientAuth");
        }
    }

    @Test
    void shouldNotTrustTheServerByDefault() throws Exception {
        try (DocumentStore store =
                DocumentStore.builder(server.url().toString()).database("shop").open()) {
            assertThatThrownBy(() -> store.databases().create("other"))
                    .isInstanceOf(MintmarkClientException.class)
                    .hasMessageContaining("certificate is not trusted");
        }
    }

    @Test
    void shouldMakeAClientCertificateWithOpenssl() throws Exception {
        run("openssl");

        X509Certificate made = read(directory.resolve("client-cert.pem"));
        assertThat(made.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(made.getKeyUsage()[0]).isTrue();
        assertThat(Files.readString(directory.resolve("client.pem")))
                .contains("BEGIN CERTIFICATE", "BEGIN PRIVATE KEY");
    }

    /** Production.md begins with such a pair: the page must make what a server takes and what its clients trust. */
    @Test
    void shouldMakeAnAuthorityThatSignsForServersAndClients() throws Exception {
        run("authority");
        run("signed server");
        run("signed client");

        X509Certificate authority = read(directory.resolve("authority.pem"));
        X509Certificate client = read(directory.resolve("ops.pem"));
        client.verify(authority.getPublicKey());
        assertThat(client.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(client.getBasicConstraints()).as("no authority").isEqualTo(-1);
        TlsSettings tls = TlsSettings.of(directory.resolve("fullchain.pem")).withKey(directory.resolve("privkey.pem"));
        ServerSettings settings = ServerSettings.builder(directory.resolve("signed"))
                .port(0)
                .tls(tls)
                .build();
        try (MintmarkServer signed = MintmarkServer.start(settings)) {
            for (String name : new String[] {"localhost", "127.0.0.1"}) {
                URI health = new URI("https", null, name, signed.url().getPort(), "/healthcheck", null, null);
                HttpClient trusting =
                        HttpClient.newBuilder().sslContext(trusting(authority)).build();
                HttpRequest request = HttpRequest.newBuilder(health).build();
                assertThat(trusting.send(request, BodyHandlers.discarding()).statusCode())
                        .isEqualTo(204);
            }
        }
    }

    private static SSLContext trusting(X509Certificate authority) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("authority", authority);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static X509Certificate read(Path file) throws Exception {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (IOException e) {
            throw new AssertionError(file.toString(), e);
        }
    }
}
