package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mintmark.server.MintmarkServer;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.TlsSettings;
import io.mintmark.web.access.Callers;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.tls.TestCertificate;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.Map;
import net.ravendb.client.documents.BulkInsertOperation;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.operations.GetStatisticsOperation;
import net.ravendb.client.documents.operations.configuration.ClientConfiguration;
import net.ravendb.client.documents.operations.configuration.PutClientConfigurationOperation;
import net.ravendb.client.exceptions.security.AuthorizationException;
import net.ravendb.client.serverwide.DatabaseRecord;
import net.ravendb.client.serverwide.operations.CreateDatabaseOperation;
import net.ravendb.client.serverwide.operations.GetDatabaseNamesOperation;
import net.ravendb.client.serverwide.operations.certificates.CertificateDefinition;
import net.ravendb.client.serverwide.operations.certificates.DeleteCertificateOperation;
import net.ravendb.client.serverwide.operations.certificates.GetCertificatesOperation;
import net.ravendb.client.serverwide.operations.certificates.PutClientCertificateOperation;
import net.ravendb.client.serverwide.operations.certificates.SecurityClearance;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The unmodified official client with a registered certificate of each clearance, over TLS. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClearanceScenariosTest {
    private static final TestCertificate SERVER =
            TestCertificate.named("server").make();

    private final Deque<DocumentStore> opened = new ArrayDeque<>();
    private Callers callers;

    @AutoClose
    private MintmarkServer server;

    @BeforeAll
    void start(@TempDir Path directory) {
        callers = Callers.withCertificates(directory)
                .operator("operator")
                .on("reader", "shop", DatabaseAccess.READ)
                .on("writer", "shop", DatabaseAccess.READ_WRITE)
                .on("admin", "shop", DatabaseAccess.ADMIN)
                .on("other", "archive", DatabaseAccess.ADMIN)
                .operator("expired", TestCertificate.named("expired").expired().make());
        server = MintmarkServer.start(ServerSettings.builder(directory)
                .port(0)
                .tls(TlsSettings.of(SERVER.writePem(directory.resolve("server.pem"))))
                .build());
        DocumentStore operator = store("operator");
        for (String name : new String[] {"shop", "archive"}) {
            operator.maintenance().server().send(new CreateDatabaseOperation(new DatabaseRecord(name)));
        }
        Documents.save(operator, new User("Ada"), "users/ada");
    }

    @AfterEach
    void closeStores() {
        opened.forEach(DocumentStore::close);
        opened.clear();
    }

    private DocumentStore store(String caller) {
        return store(callers.certificate(caller));
    }

    private DocumentStore store(TestCertificate certificate) {
        DocumentStore store = new DocumentStore(server.url().toString(), "shop");
        store.setCertificate(certificate.keyStore());
        store.setCertificatePrivateKeyPassword(TestCertificate.PASSWORD);
        store.setTrustStore(TestCertificate.trustStore(SERVER));
        store.initialize();
        opened.push(store);
        return store;
    }

    private static String nameOf(DocumentStore store, String id) {
        return Documents.load(store, User.class, id).getName();
    }

    private static void assertRefused(ThrowingCallable call) {
        Throwable refused = catchThrowable(call);
        assertThat(refused).isNotNull();
        Throwable cause = refused instanceof AuthorizationException ? refused : refused.getCause();
        while (cause != null && !(cause instanceof AuthorizationException)) {
            cause = cause.getCause();
        }
        assertThat(cause).as("%s", refused).isNotNull().hasMessageContaining("\"Message\":\"The ");
    }

    @Test
    void shouldLetAReaderReadAndNothingElse() {
        DocumentStore reader = store("reader");

        assertThat(nameOf(reader, "users/ada")).isEqualTo("Ada");
        assertThat(reader.maintenance().send(new GetStatisticsOperation()).getCountOfDocuments())
                .isPositive();
        assertRefused(() -> Documents.save(reader, new User("Eve"), "users/eve"));
        assertRefused(() -> Documents.saveUsers(reader, 1));
        assertRefused(() -> reader.maintenance().send(new PutClientConfigurationOperation(new ClientConfiguration())));
    }

    @Test
    void shouldLetAWriterReserveAndStoreAndNotAdminister() {
        DocumentStore writer = store("writer");

        assertThat(Documents.saveUsers(writer, 1)).allMatch(id -> id.matches("users/\\d+-A"));
        try (BulkInsertOperation bulk = writer.bulkInsert()) {
            bulk.store(new User("Alan"), "users/alan");
        }
        assertThat(nameOf(writer, "users/alan")).isEqualTo("Alan");
        assertRefused(() -> writer.maintenance().send(new PutClientConfigurationOperation(new ClientConfiguration())));
        assertRefused(
                () -> writer.maintenance().server().send(new CreateDatabaseOperation(new DatabaseRecord("elsewhere"))));
    }

    @Test
    void shouldLetAnAdminAdministerItsDatabaseAndNoServer() {
        DocumentStore admin = store("admin");

        admin.maintenance().send(new PutClientConfigurationOperation(new ClientConfiguration()));
        assertThat(nameOf(admin, "users/ada")).isEqualTo("Ada");
        assertRefused(
                () -> admin.maintenance().server().send(new CreateDatabaseOperation(new DatabaseRecord("elsewhere"))));
        assertRefused(() -> admin.maintenance().server().send(new GetCertificatesOperation(0, 10)));
    }

    @Test
    void shouldShowEachTheDatabasesThatItMayKnowOf() {
        GetDatabaseNamesOperation names = new GetDatabaseNamesOperation(0, 10);

        assertThat(store("operator").maintenance().server().send(names)).containsExactly("archive", "shop");
        assertThat(store("reader").maintenance().server().send(names)).containsExactly("shop");
        assertThat(store("other").maintenance().server().send(names)).containsExactly("archive");
    }

    @Test
    void shouldRefuseStrangersAndWhoeverBelongsElsewhere() {
        for (String caller : new String[] {"other", "stranger", "expired"}) {
            DocumentStore store = store(caller);

            assertRefused(() -> Documents.load(store, User.class, "users/ada"));
            assertRefused(() -> Documents.saveUsers(store, 1));
        }
    }

    @Test
    void shouldRegisterListAndRemoveACertificateForAnOperator() throws CertificateEncodingException {
        DocumentStore operator = store("operator");
        TestCertificate newcomer =
                TestCertificate.named("newcomer").withoutHost().make();
        String base64 =
                Base64.getEncoder().encodeToString(newcomer.certificate().getEncoded());

        operator.maintenance()
                .server()
                .send(new PutClientCertificateOperation(
                        "newcomer",
                        base64,
                        Map.of("shop", net.ravendb.client.serverwide.operations.certificates.DatabaseAccess.READ_WRITE),
                        SecurityClearance.VALID_USER));

        DocumentStore store = store(newcomer);
        Documents.save(store, new User("Newcomer"), "users/newcomer");
        CertificateDefinition shown = known(operator);
        assertThat(shown.getSecurityClearance()).isEqualTo(SecurityClearance.VALID_USER);
        assertThat(shown.getPermissions().keySet()).containsExactly("shop");

        operator.maintenance().server().send(new DeleteCertificateOperation(shown.getThumbprint()));
        assertRefused(() -> Documents.save(store, new User("Newcomer"), "users/newcomer"));
    }

    private static CertificateDefinition known(DocumentStore operator) {
        for (CertificateDefinition each : operator.maintenance().server().send(new GetCertificatesOperation(0, 100))) {
            if (each.getName().equals("newcomer")) {
                return each;
            }
        }
        throw new AssertionError("the newcomer is listed");
    }
}
