package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import net.ravendb.client.documents.commands.DeleteDocumentCommand;
import net.ravendb.client.documents.commands.batches.DeleteCommandData;
import net.ravendb.client.documents.commands.batches.ICommandData;
import net.ravendb.client.documents.commands.batches.PutCommandDataWithJson;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.exceptions.ConcurrencyException;
import net.ravendb.client.exceptions.documents.DocumentCollectionMismatchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a writer may rely on when others write too, and what a batch does as a whole. */
class ConcurrencyScenariosTest {
    private static final String STALE = "A:999-aaaaaaaaaaaaaaaaaaaaaa";

    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldLetTheLastWriterWinByDefault() {
        RAVEN.save(new User("first"), "users/1");
        IDocumentSession early = RAVEN.session();
        User user = early.load(User.class, "users/1");
        RAVEN.save(new User("second"), "users/1");
        user.setName("third");
        early.saveChanges();

        assertThat(nameOf("users/1")).isEqualTo("third");
    }

    @Test
    void shouldRefuseAChangeOfWhatChangedMeanwhile() {
        RAVEN.save(new User("first"), "users/1");
        IDocumentSession early = RAVEN.session();
        early.advanced().setUseOptimisticConcurrency(true);
        User user = early.load(User.class, "users/1");
        String expected = early.advanced().getChangeVectorFor(user);
        RAVEN.save(new User("second"), "users/1");
        user.setName("third");

        assertThatExceptionOfType(ConcurrencyException.class)
                .isThrownBy(early::saveChanges)
                .satisfies(e -> assertThat(e.getId()).isEqualTo("users/1"))
                .satisfies(e -> assertThat(e.getExpectedChangeVector()).isEqualTo(expected))
                .satisfies(e -> assertThat(e.getActualChangeVector()).isEqualTo(changeVectorOf("users/1")))
                .withMessageContaining("Optimistic concurrency violation, transaction will be aborted.");
        assertThat(nameOf("users/1")).isEqualTo("second");
    }

    @Test
    void shouldRefuseANewDocumentWhereOneIs() {
        RAVEN.save(new User("first"), "users/1");
        IDocumentSession session = RAVEN.session();
        session.advanced().setUseOptimisticConcurrency(true);
        session.store(new User("second"), "users/1");

        assertThatExceptionOfType(ConcurrencyException.class)
                .isThrownBy(session::saveChanges)
                .satisfies(e -> assertThat(e.getExpectedChangeVector()).isEmpty())
                .satisfies(e -> assertThat(e.getActualChangeVector()).isEqualTo(changeVectorOf("users/1")));
        assertThat(nameOf("users/1")).isEqualTo("first");
    }

    @Test
    void shouldRefuseAChangeOfWhatIsGone() {
        IDocumentSession session = RAVEN.session();
        session.store(new User("second"), STALE, "users/1");

        assertThatExceptionOfType(ConcurrencyException.class)
                .isThrownBy(session::saveChanges)
                .satisfies(e -> assertThat(e.getExpectedChangeVector()).isEqualTo(STALE))
                // The client shows JSON's null as a text.
                .satisfies(e -> assertThat(e.getActualChangeVector()).isEqualTo("null"))
                .withMessageContaining("users/1 does not exist");
        assertThat(Documents.exists(RAVEN.store(), "users/1")).isFalse();
    }

    @Test
    void shouldAcceptTheChangeVectorThatIsCurrent() {
        RAVEN.save(new User("first"), "users/1");
        IDocumentSession session = RAVEN.session();
        session.store(new User("second"), changeVectorOf("users/1"), "users/1");
        session.saveChanges();

        assertThat(nameOf("users/1")).isEqualTo("second");
    }

    @Test
    void shouldRefuseToDeleteWhatChangedMeanwhile() {
        RAVEN.save(new User("first"), "users/1");
        IDocumentSession session = RAVEN.session();
        session.delete("users/1", STALE);
        assertThatExceptionOfType(ConcurrencyException.class)
                .isThrownBy(session::saveChanges)
                .withMessageContaining("Delete");
        assertThatExceptionOfType(ConcurrencyException.class)
                .isThrownBy(
                        () -> RAVEN.store().getRequestExecutor().execute(new DeleteDocumentCommand("users/1", STALE)))
                .satisfies(e -> assertThat(e.getExpectedChangeVector()).isEqualTo(STALE));

        assertThat(nameOf("users/1")).isEqualTo("first");
    }

    @Test
    void shouldStoreNothingOfABatchThatIsRefused() {
        RAVEN.save(new User("first"), "users/2");
        IDocumentSession session = RAVEN.session();
        session.store(new User("new"), "users/1");
        session.store(new User("second"), STALE, "users/2");
        session.store(new User("new"), "users/3");

        assertThatExceptionOfType(ConcurrencyException.class).isThrownBy(session::saveChanges);

        assertThat(Documents.exists(RAVEN.store(), "users/1")).isFalse();
        assertThat(Documents.exists(RAVEN.store(), "users/3")).isFalse();
        assertThat(nameOf("users/2")).isEqualTo("first");
    }

    @Test
    void shouldDeleteWhatTheSameBatchPut() {
        defer(put("users/1", "Users"), delete("users/1"), put("users/2", "Users"));

        assertThat(Documents.exists(RAVEN.store(), "users/1")).isFalse();
        assertThat(Documents.exists(RAVEN.store(), "users/2")).isTrue();
    }

    @Test
    void shouldMoveADocumentToAnotherCollectionByDeletingItFirst() {
        RAVEN.save(new User("Ada"), "things/1");

        defer(delete("things/1"), put("things/1", "Companies"));

        IDocumentSession session = RAVEN.session();
        Company company = session.load(Company.class, "things/1");
        assertThat(session.advanced().getMetadataFor(company).getString("@collection"))
                .isEqualTo("Companies");
    }

    @Test
    void shouldRefuseToMoveADocumentToAnotherCollection() {
        RAVEN.save(new User("Ada"), "things/1");

        assertThatExceptionOfType(DocumentCollectionMismatchException.class)
                .isThrownBy(() -> defer(put("things/1", "Companies")))
                .withMessageContaining("things/1");
        assertThat(nameOf("things/1")).isEqualTo("Ada");
    }

    @Test
    void shouldLoseNoUpdateWhenWritersRetry() throws Exception {
        RAVEN.save(new User("Ada"), "users/1");

        Together.run(4, i -> () -> {
            for (int round = 0; round < 10; round++) {
                visit();
            }
            return null;
        });

        assertThat(Documents.load(RAVEN.store(), User.class, "users/1").getVisits())
                .isEqualTo(40);
    }

    private static void visit() {
        boolean saved = false;
        while (!saved) {
            try (IDocumentSession session = RAVEN.store().openSession()) {
                session.advanced().setUseOptimisticConcurrency(true);
                User user = session.load(User.class, "users/1");
                user.setVisits(user.getVisits() + 1);
                session.saveChanges();
                saved = true;
            } catch (ConcurrencyException e) {
                // Somebody else was faster: read again.
            }
        }
    }

    private static void defer(ICommandData... commands) {
        IDocumentSession session = RAVEN.session();
        session.advanced().defer(commands);
        session.saveChanges();
    }

    private static ICommandData put(String id, String collection) {
        return new PutCommandDataWithJson(id, null, null, Documents.json(collection, "name", "deferred"));
    }

    private static ICommandData delete(String id) {
        return new DeleteCommandData(id, null);
    }

    private static String nameOf(String id) {
        return Documents.load(RAVEN.store(), User.class, id).getName();
    }

    private static String changeVectorOf(String id) {
        IDocumentSession session = RAVEN.session();
        return session.advanced().getChangeVectorFor(session.load(User.class, id));
    }
}
