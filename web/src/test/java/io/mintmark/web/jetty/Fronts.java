package io.mintmark.web.jetty;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.mintmark.protocol.ErrorType;
import io.mintmark.support.Pending;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.LaterReply;
import io.mintmark.web.http.Reply;
import io.mintmark.web.http.ReplyFilter;
import io.mintmark.web.http.Request;
import io.mintmark.web.http.Router;
import io.mintmark.web.tls.CertificateFiles;
import io.mintmark.web.tls.ServerCertificate;
import io.mintmark.web.tls.TestCertificate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Small servers to try the front with. */
final class Fronts {
    static final Limits.Sizes USUAL = LimitsBuilder.WIDE.sizes();
    static final Limits.Sizes SMALL =
            LimitsBuilder.load().sizes(200, 1000, 5000).build().sizes();

    private Fronts() {}

    /** Returns a reply that is made once {@code settled} is complete. */
    static LaterReply later(CompletableFuture<?> settled, Supplier<Reply> reply) {
        Pending<Object> pending = new Pending<>() {
            @Override
            public Object await() {
                return settled.join();
            }

            @Override
            public void whenSettled(Runnable next) {
                CompletableFuture<Void> ignored = settled.thenRun(next);
            }
        };
        return new LaterReply(pending, any -> reply.get());
    }

    static Router router() {
        return new Router()
                .add("GET", "/ping", request -> json("{\"ok\":true}"))
                .add("HEAD", "/ping", request -> json("{\"ok\":true}"))
                .add("GET", "/empty/{status}", r -> Reply.empty(Integer.parseInt(r.pathPart("status"))))
                .add("POST", "/echo", request -> Reply.text(200, "application/octet-stream", request.body()))
                .add("POST", "/size", request -> json(Integer.toString(request.body().length)))
                .add("GET", "/seen/{part}", Fronts::seen)
                .add("GET", "/large", request -> json('"' + "a".repeat(5000) + '"'))
                .add("GET", "/fail", request -> {
                    throw new IllegalStateException("secret detail");
                })
                .add("GET", "/refuse", request -> {
                    throw new ApiException(ErrorType.CONCURRENCY, "Document \u0007\"x\" exists.")
                            .with("Id", "x")
                            .with("ExpectedChangeVector", "")
                            .with("ActualChangeVector", null)
                            .header("Why", "a\r\nInjected: yes");
                });
    }

    private static Reply seen(Request request) {
        return json("[\"" + request.method() + "\",\"" + request.path() + "\",\"" + request.target() + "\",\""
                + request.host() + "\",\"" + request.scheme() + "\",\"" + request.remoteAddress() + "\",\""
                + request.pathPart("part") + "\",\""
                + request.query().first("q").orElse("-") + "\"]");
    }

    static Reply json(String text) {
        return Reply.json(200, text.getBytes(StandardCharsets.UTF_8));
    }

    /** How long a connection may be silent, and how long answers may still be due when the front closes. */
    record Patience(Duration idle, Duration close) {
        static final Patience DEFAULT = new Patience(Duration.ofSeconds(60), Duration.ofSeconds(20));
    }

    static HttpSettings settings(int port) {
        return new HttpSettings("127.0.0.1", port, LimitsBuilder.WIDE, Set.of());
    }

    /** Returns how to speak TLS with {@code shown}, asking clients for their certificates. */
    static TlsFront tls(TestCertificate shown) {
        try {
            Path file = Files.createTempFile("server", ".pem");
            shown.writePem(file);
            CertificateFiles files = new CertificateFiles(file, file, Optional.empty(), Optional.empty());
            try (ServerCertificate certificate = ServerCertificate.open(files, InstantSource.system(), Set.of())) {
                return new TlsFront(certificate.context(), true);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static HttpSettings settings(Limits load, TlsFront tls) {
        return new HttpSettings("127.0.0.1", 0, load, Set.of(), Optional.of(tls));
    }

    static HttpFront start(Router router) {
        return start(router, USUAL, Patience.DEFAULT);
    }

    static HttpFront start(Router router, Limits.Sizes sizes) {
        return start(router, sizes, Patience.DEFAULT);
    }

    static HttpFront start(Router router, Limits.Sizes sizes, Patience patience) {
        Limits load = LimitsBuilder.load().idle(patience.idle()).build().with(sizes);
        HttpSettings settings = new HttpSettings("127.0.0.1", 0, load, Set.of());
        return start(router, settings, new AdmissionCounts(), patience.close());
    }

    static HttpFront start(Router router, Limits load, AdmissionCounts counts) {
        return start(router, new HttpSettings("127.0.0.1", 0, load, Set.of()), counts, Duration.ofSeconds(5));
    }

    static HttpFront start(Router router, HttpSettings settings, AdmissionCounts counts, Duration closeMax) {
        ReplyFilter filter = (request, reply) -> reply.header("Finished", request.method());
        return HttpFront.start(settings, router, (request, changes) -> {}, filter, counts, closeMax);
    }

    static Patience patience(long idleMillis, long closeMillis) {
        return new Patience(Duration.ofMillis(idleMillis), Duration.ofMillis(closeMillis));
    }

    static String get(String target) {
        return "GET " + target + " HTTP/1.1\r\nHost: localhost:8080\r\n\r\n";
    }

    static String post(String target, String headers, String body) {
        return "POST " + target + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n" + body;
    }

    /** Returns {@code parts} compressed as clients do: by a stream that does not know what will come. */
    static byte[] compressed(String coding, byte[]... parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = coding.equals("zstd") ? new ZstdOutputStream(bytes) : new GZIPOutputStream(bytes)) {
            for (byte[] part : parts) {
                out.write(part);
            }
        }
        return bytes.toByteArray();
    }

    /** Returns what {@code bytes} hold in a coding, or as they are. */
    static byte[] plain(String coding, byte[] bytes) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        return switch (coding) {
            case "gzip" -> new GZIPInputStream(in).readAllBytes();
            case "zstd" -> new ZstdInputStream(in).readAllBytes();
            default -> bytes;
        };
    }

    static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        }
        return bytes.toByteArray();
    }

    /** Returns {@code count} blocks of {@code bytes} each that gzip shrinks to somewhat more than a hundredth. */
    static byte[] growing(int count, int bytes) {
        byte[] all = new byte[count * bytes];
        Random random = new Random(17);
        byte[] noise = new byte[bytes / 100];
        for (int i = 0; i < count; i++) {
            random.nextBytes(noise);
            System.arraycopy(noise, 0, all, i * bytes, noise.length);
        }
        for (int i = 0; i < all.length; i++) {
            all[i] = all[i] == '.' ? 0 : all[i];
        }
        return all;
    }

    static JsonNode tree(byte[] json) throws IOException {
        return new ObjectMapper().readTree(json);
    }
}
