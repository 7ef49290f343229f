package io.mintmark.server;

import io.mintmark.web.access.Callers;
import io.mintmark.web.tls.TestCertificate;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The same with callers who show certificates. */
class NightlyRouteClearancesOverTlsTest extends RouteClearancesTest {
    private static final TestCertificate SERVER =
            TestCertificate.named("server").make();

    private final Map<String, TestServer> reached = new HashMap<>();

    @Override
    Callers callersOf(Path directory) {
        return Callers.withCertificates(directory);
    }

    @Override
    ServerSettings.Builder settings(Path directory) {
        return ServerSettings.builder(directory).tls(TlsSettings.of(SERVER.writePem(directory.resolve("server.pem"))));
    }

    @Override
    TestServer server(Callers callers, TestServer server, String caller) {
        return reached.computeIfAbsent(caller, name -> server.seenBy(callers.tlsAs(shower(name), SERVER)));
    }

    /** A malformed token is sent without a certificate. */
    private static String shower(String caller) {
        return caller.equals("malformed") ? "" : caller;
    }

    @Override
    String[] fields(Callers callers, String caller) {
        return caller.equals("malformed") ? super.fields(callers, caller) : new String[0];
    }
}
