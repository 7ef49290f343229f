package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.operations.CollectionDetails;
import net.ravendb.client.documents.operations.CollectionStatistics;
import net.ravendb.client.documents.operations.DatabaseStatistics;
import net.ravendb.client.documents.operations.DetailedCollectionStatistics;
import net.ravendb.client.documents.operations.DetailedDatabaseStatistics;
import net.ravendb.client.documents.operations.GetCollectionStatisticsOperation;
import net.ravendb.client.documents.operations.GetDetailedCollectionStatisticsOperation;
import net.ravendb.client.documents.operations.GetDetailedStatisticsOperation;
import net.ravendb.client.documents.operations.GetStatisticsOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.exceptions.ConcurrencyException;
import net.ravendb.client.exceptions.RavenException;
import net.ravendb.client.exceptions.database.DatabaseDoesNotExistException;
import net.ravendb.client.http.ClusterTopologyResponse;
import net.ravendb.client.http.ServerNode;
import net.ravendb.client.serverwide.DatabaseRecord;
import net.ravendb.client.serverwide.DatabaseRecordWithEtag;
import net.ravendb.client.serverwide.commands.GetClusterTopologyCommand;
import net.ravendb.client.serverwide.operations.BuildNumber;
import net.ravendb.client.serverwide.operations.CreateDatabaseOperation;
import net.ravendb.client.serverwide.operations.DeleteDatabasesOperation;
import net.ravendb.client.serverwide.operations.GetBuildNumberOperation;
import net.ravendb.client.serverwide.operations.GetDatabaseNamesOperation;
import net.ravendb.client.serverwide.operations.GetDatabaseRecordOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Databases and the server itself: created, described, counted, deleted. */
class DatabaseScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldSayThatADatabaseDoesNotExist() {
        try (DocumentStore store = RAVEN.newStore("nowhere")) {
            store.initialize();

            assertThatExceptionOfType(DatabaseDoesNotExistException.class)
                    .isThrownBy(() -> Documents.load(store, User.class, "users/1"))
                    .withMessageContaining("nowhere");
        }
    }

    @Test
    void shouldRefuseToCreateADatabaseTwice() {
        assertThatExceptionOfType(ConcurrencyException.class)
                .isThrownBy(() -> create(RAVEN.database()))
                .withMessageContaining("Database '" + RAVEN.database() + "' already exists!");
    }

    @Test
    void shouldRefuseADatabaseNameThatCannotBeOne() {
        assertThatExceptionOfType(RavenException.class).isThrownBy(() -> create("shop$1"));
        assertThat(names()).doesNotContain("shop$1");
    }

    @Test
    void shouldForgetADeletedDatabase() {
        String name = RAVEN.createDatabase();
        try (DocumentStore store = RAVEN.newStore(name)) {
            store.initialize();
            Documents.saveUsers(store, 1);
        }

        delete(name);
        boolean listed = names().contains(name);
        create(name);

        assertThat(listed).isFalse();
        try (DocumentStore store = RAVEN.newStore(name)) {
            store.initialize();
            assertThat(Documents.exists(store, "users/1-A")).isFalse();
            assertThat(Documents.saveUsers(store, 1)).containsExactly("users/1-A");
        }
    }

    @Test
    void shouldDeleteManyDatabasesWithoutWaitingForEach() {
        DeleteDatabasesOperation.Parameters names = new DeleteDatabasesOperation.Parameters();
        names.setDatabaseNames(Stream.generate(RAVEN::createDatabase).limit(20).toArray(String[]::new));
        names.setHardDelete(true);

        // Each of the twenty stores would wait about half a second for its idle writer.
        assertTimeout(
                Duration.ofSeconds(5),
                () -> RAVEN.store().maintenance().server().send(new DeleteDatabasesOperation(names)));

        assertThat(names()).doesNotContain(names.getDatabaseNames());
    }

    @Test
    void shouldSayThatADatabaseIsGoneToAStoreThatUsedIt() {
        Documents.saveUsers(RAVEN.store(), 1);

        delete(RAVEN.database());

        assertThatExceptionOfType(DatabaseDoesNotExistException.class)
                .isThrownBy(() -> Documents.load(RAVEN.store(), User.class, "users/1-A"));
    }

    @Test
    void shouldListDatabasesByName() {
        String other = RAVEN.createDatabase();

        assertThat(names()).contains(RAVEN.database(), other);
        assertThat(RAVEN.store().maintenance().server().send(new GetDatabaseNamesOperation(0, 1)))
                .hasSize(1);
    }

    @Test
    void shouldDescribeADatabase() {
        DatabaseRecordWithEtag record =
                RAVEN.store().maintenance().server().send(new GetDatabaseRecordOperation(RAVEN.database()));
        DatabaseRecordWithEtag missing =
                RAVEN.store().maintenance().server().send(new GetDatabaseRecordOperation("nowhere"));

        assertThat(record.getDatabaseName()).isEqualTo(RAVEN.database());
        assertThat(record.getDatabaseState()).isEqualTo(DatabaseRecord.DatabaseStateStatus.NORMAL);
        assertThat(record.getTopology().getMembers()).containsExactly("A");
        assertThat(missing).isNull();
    }

    @Test
    void shouldKeepDatabasesApart() {
        String other = RAVEN.createDatabase();
        RAVEN.save(new User("Ada"), "users/1");

        try (IDocumentSession session = RAVEN.store().openSession(other)) {
            assertThat(session.load(User.class, "users/1")).isNull();
        }
    }

    @Test
    void shouldCountDocumentsAndTheirCollections() {
        Documents.saveUsers(RAVEN.store(), 3);
        RAVEN.save(new Company("Mint"), "companies/mint");

        CollectionStatistics statistics = RAVEN.store().maintenance().send(new GetCollectionStatisticsOperation());

        assertThat(statistics.getCountOfDocuments()).isEqualTo(5);
        assertThat(statistics.getCountOfConflicts()).isZero();
        assertThat(statistics.getCollections()).isEqualTo(Map.of("Users", 3L, "Companies", 1L, "@hilo", 1L));
    }

    @Test
    void shouldReportTheStateOfADatabase() {
        DatabaseStatistics before = RAVEN.store().maintenance().send(new GetStatisticsOperation());
        RAVEN.save(new User("Ada"), "users/1");
        RAVEN.save(new User("Grace"), "users/2");
        DatabaseStatistics after = RAVEN.store().maintenance().send(new GetStatisticsOperation());

        assertThat(before.getCountOfDocuments()).isZero();
        assertThat(after.getCountOfDocuments()).isEqualTo(2);
        assertThat(after.getLastDocEtag()).isEqualTo(2);
        assertThat(after.getCountOfIndexes()).isZero();
        assertThat(after.getIndexes()).isEmpty();
        assertThat(after.getDatabaseChangeVector()).isEqualTo("A:2-" + after.getDatabaseId());
        assertThat(after.getDatabaseId()).isEqualTo(before.getDatabaseId()).hasSize(22);
        assertThat(after.getSizeOnDisk().getSizeInBytes()).isPositive();
    }

    @Test
    void shouldCountIdentities() {
        Documents.saveAs(RAVEN.store(), new User("Ada"), "users|");
        Documents.saveAs(RAVEN.store(), new Company("Mint"), "companies|");

        DetailedDatabaseStatistics statistics = RAVEN.store().maintenance().send(new GetDetailedStatisticsOperation());

        assertThat(statistics.getCountOfIdentities()).isEqualTo(2);
        assertThat(statistics.getCountOfDocuments()).isEqualTo(2);
    }

    @Test
    void shouldTellTheSizeOfEachCollection() {
        Documents.saveAs(RAVEN.store(), new User("Ada"), "users/ada");
        Documents.saveAs(RAVEN.store(), new User("Grace Brewster Murray"), "users/grace");
        Documents.saveAs(RAVEN.store(), new Company("Mint"), "companies/mint");

        DetailedCollectionStatistics statistics =
                RAVEN.store().maintenance().send(new GetDetailedCollectionStatisticsOperation());

        assertThat(statistics.getCountOfDocuments()).isEqualTo(3);
        assertThat(statistics.getCountOfConflicts()).isZero();
        assertThat(statistics.getCollections()).containsOnlyKeys("Companies", "Users");
        CollectionDetails users = statistics.getCollections().get("Users");
        assertThat(users.getName()).isEqualTo("Users");
        assertThat(users.getCountOfDocuments()).isEqualTo(2);
        assertThat(users.getDocumentsSize().getSizeInBytes())
                .isGreaterThan(statistics
                        .getCollections()
                        .get("Companies")
                        .getDocumentsSize()
                        .getSizeInBytes());
        assertThat(users.getSize().getSizeInBytes())
                .isEqualTo(users.getDocumentsSize().getSizeInBytes());
        assertThat(users.getSize().getHumaneSize()).endsWith("Bytes");
        assertThat(users.getTombstonesSize().getSizeInBytes()).isZero();
        assertThat(users.getRevisionsSize().getSizeInBytes()).isZero();
    }

    @Test
    void shouldSayWhichProtocolItSpeaks() {
        BuildNumber build = RAVEN.store().maintenance().server().send(new GetBuildNumberOperation());

        assertThat(build.getProductVersion()).startsWith("6.");
        assertThat(build.getFullVersion()).startsWith(build.getProductVersion());
        assertThat(build.getBuildVersion()).isPositive();
    }

    @Test
    void shouldBeAClusterOfOneThatLeadsItself() {
        GetClusterTopologyCommand command = new GetClusterTopologyCommand();
        RAVEN.store().getRequestExecutor().execute(command);
        ClusterTopologyResponse cluster = command.getResult();

        assertThat(cluster.getLeader()).isEqualTo("A");
        assertThat(cluster.getNodeTag()).isEqualTo("A");
        assertThat(cluster.getTopology().getTopologyId()).isNotBlank();
        assertThat(cluster.getTopology().getMembers()).isEqualTo(Map.of("A", RAVEN.url()));
        assertThat(cluster.getTopology().getPromotables()).isEmpty();
    }

    @Test
    void shouldTellEachClientTheAddressThatItUsed() {
        String url = RAVEN.url().replace("127.0.0.1", "localhost");
        try (DocumentStore store = RAVEN.newStore(RAVEN.database())) {
            store.setUrls(new String[] {url});
            store.initialize();
            Documents.exists(store, "users/1");

            assertThat(store.getRequestExecutor().getTopologyNodes())
                    .extracting(ServerNode::getUrl)
                    .containsExactly(url);
        }
    }

    private static void create(String name) {
        RAVEN.store().maintenance().server().send(new CreateDatabaseOperation(new DatabaseRecord(name)));
    }

    private static void delete(String name) {
        RAVEN.store().maintenance().server().send(new DeleteDatabasesOperation(name, true));
    }

    private static List<String> names() {
        return List.of(RAVEN.store().maintenance().server().send(new GetDatabaseNamesOperation(0, 1000)));
    }
}
