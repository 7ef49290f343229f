package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.server.conformance.DatabaseMembers;
import io.mintmark.server.conformance.Members;
import io.mintmark.server.conformance.Rule;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.ravendb.client.documents.operations.configuration.ClientConfiguration;
import net.ravendb.client.documents.operations.expiration.ExpirationConfiguration;
import net.ravendb.client.documents.operations.revisions.RevisionsConfiguration;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.documents.session.InMemoryDocumentSessionOperations.ReplicationWaitOptsBuilder;
import net.ravendb.client.exceptions.RavenException;
import net.ravendb.client.serverwide.DatabaseRecord;
import net.ravendb.client.serverwide.DatabaseRecordWithEtag;
import net.ravendb.client.serverwide.operations.CreateDatabaseOperation;
import net.ravendb.client.serverwide.operations.DeleteDatabasesOperation;
import net.ravendb.client.serverwide.operations.GetDatabaseRecordOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client asks for beside what it stores and loads: done, or refused by name before anything is stored. */
class WhatIsAskedForScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    static Stream<Arguments> records() {
        return Stream.of(
                Arguments.of("Encrypted", record(record -> record.setEncrypted(true))),
                Arguments.of("Disabled", record(record -> record.setDisabled(true))),
                Arguments.of(
                        "LockMode",
                        record(record -> record.setLockMode(DatabaseRecord.DatabaseLockMode.PREVENT_DELETES_ERROR))),
                Arguments.of("Expiration", record(record -> record.setExpiration(new ExpirationConfiguration()))),
                Arguments.of("Revisions", record(record -> record.setRevisions(new RevisionsConfiguration()))));
    }

    private static Consumer<DatabaseRecord> record(Consumer<DatabaseRecord> change) {
        return change;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("records")
    void shouldRefuseARecordThatAsksForWhatIsNotDone(String member, Consumer<DatabaseRecord> change) {
        DatabaseRecord record = new DatabaseRecord(RavenFixture.newDatabaseName());
        change.accept(record);

        assertThatThrownBy(() -> create(record))
                .isInstanceOf(RavenException.class)
                .hasMessageContaining("The member '" + member + "' of a database record is not supported");

        assertThat(describe(record.getDatabaseName())).isNull();
    }

    @Test
    void shouldTakeARecordAsItWasRead() {
        DatabaseRecordWithEtag read = describe(RAVEN.database());
        read.setDatabaseName(RavenFixture.newDatabaseName());

        create(read);

        assertThat(describe(read.getDatabaseName()).getTopology().getMembers()).containsExactly("A");
    }

    @Test
    void shouldRefuseMoreCopiesThanThereAreNodes() {
        String name = RavenFixture.newDatabaseName();

        assertThatThrownBy(() -> RAVEN.store()
                        .maintenance()
                        .server()
                        .send(new CreateDatabaseOperation(new DatabaseRecord(name), 3)))
                .hasMessageContaining("it is one node");

        assertThat(describe(name)).isNull();
    }

    @Test
    void shouldStoreAtOnceWhenIndexesOrTheMajorityAreWaitedFor() {
        save(
                "users/1",
                session -> session.advanced()
                        .waitForIndexesAfterSaveChanges(indexes ->
                                indexes.waitForIndexes("Users/ByName").throwOnTimeout(true)));
        save(
                "users/2",
                session -> session.advanced().waitForReplicationAfterSaveChanges(replicas -> replicas.majority(true)));
        save("users/4", session -> session.advanced().waitForReplicationAfterSaveChanges());
        save("users/3", waitForReplicas(replicas -> replicas.numberOfReplicas(2).throwOnTimeout(false)));

        assertThat(Stream.of("users/1", "users/2", "users/3", "users/4"))
                .allMatch(id -> Documents.exists(RAVEN.store(), id));
    }

    @Test
    void shouldStoreNothingThatOtherNodesAreWaitedFor() {
        assertThatThrownBy(() -> save("users/1", waitForReplicas(replicas -> replicas.numberOfReplicas(2))))
                .hasMessageContaining("numberOfReplicasToWaitFor")
                .hasMessageContaining("nodes share one store");

        assertThat(Documents.exists(RAVEN.store(), "users/1")).isFalse();
    }

    private static Consumer<IDocumentSession> waitForReplicas(Consumer<ReplicationWaitOptsBuilder> options) {
        return session -> session.advanced().waitForReplicationAfterSaveChanges(options);
    }

    @Test
    void shouldRefuseLoadsThatAskForMoreThanDocuments() {
        RAVEN.save(new User("Ada"), "users/1");

        IDocumentSession session = RAVEN.session();
        assertThatThrownBy(() -> session.load(User.class, "users/1", includes -> includes.includeCounter("likes")))
                .hasMessageContaining("The parameter 'counter' of a load");
        assertThatThrownBy(() -> session.load(User.class, "users/1", includes -> includes.includeTimeSeries("heart")))
                .hasMessageContaining("The parameter 'timeseries' of a load");
        assertThatThrownBy(() ->
                        session.load(User.class, "users/1", includes -> includes.includeCompareExchangeValue("key")))
                .hasMessageContaining("The parameter 'cmpxchg' of a load");
    }

    @Test
    void shouldRefuseToKeepARevision() {
        RAVEN.save(new User("Ada"), "users/1");
        IDocumentSession session = RAVEN.session();
        session.advanced().revisions().forceRevisionCreationFor("users/1");

        assertThatThrownBy(session::saveChanges).hasMessageContaining("'ForceRevisionCreation' are not supported");
    }

    @Test
    void shouldKnowEveryMemberThatTheClientHas() throws Exception {
        assertKnows(DatabaseMembers.RECORD, DatabaseRecordWithEtag.class);
        assertKnows(DatabaseMembers.CLIENT_CONFIGURATION, ClientConfiguration.class);
        assertKnows(DatabaseMembers.DELETION, DeleteDatabasesOperation.Parameters.class);
    }

    private static void assertKnows(Members table, Class<?> bean) throws Exception {
        Stream<String> names = Arrays.stream(
                        Introspector.getBeanInfo(bean, Object.class).getPropertyDescriptors())
                .map(PropertyDescriptor::getName)
                .map(name -> name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));

        assertThat(table.rules().stream().map(Rule::name)).containsAll(names.toList());
    }

    private static void create(DatabaseRecord record) {
        RAVEN.store().maintenance().server().send(new CreateDatabaseOperation(record));
    }

    private static DatabaseRecordWithEtag describe(String database) {
        return RAVEN.store().maintenance().server().send(new GetDatabaseRecordOperation(database));
    }

    private static void save(String id, Consumer<IDocumentSession> options) {
        IDocumentSession session = RAVEN.session();
        session.store(new User("Ada"), id);
        options.accept(session);
        session.saveChanges();
    }
}
