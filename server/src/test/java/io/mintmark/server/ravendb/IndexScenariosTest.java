package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.support.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import net.ravendb.client.documents.indexes.AbstractJavaScriptIndexCreationTask;
import net.ravendb.client.documents.indexes.IndexDefinition;
import net.ravendb.client.documents.indexes.IndexErrors;
import net.ravendb.client.documents.indexes.IndexPriority;
import net.ravendb.client.documents.indexes.IndexRunningStatus;
import net.ravendb.client.documents.indexes.IndexStats;
import net.ravendb.client.documents.operations.indexes.DeleteIndexOperation;
import net.ravendb.client.documents.operations.indexes.GetIndexErrorsOperation;
import net.ravendb.client.documents.operations.indexes.GetIndexNamesOperation;
import net.ravendb.client.documents.operations.indexes.GetIndexOperation;
import net.ravendb.client.documents.operations.indexes.GetIndexStatisticsOperation;
import net.ravendb.client.documents.operations.indexes.GetIndexingStatusOperation;
import net.ravendb.client.documents.operations.indexes.IndexHasChangedOperation;
import net.ravendb.client.documents.operations.indexes.PutIndexesOperation;
import net.ravendb.client.documents.operations.indexes.ResetIndexOperation;
import net.ravendb.client.documents.operations.indexes.SetIndexesPriorityOperation;
import net.ravendb.client.documents.operations.indexes.StartIndexOperation;
import net.ravendb.client.documents.operations.indexes.StopIndexOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Indexes of the official client, and the documents that they write. */
@Timeout(120)
class IndexScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    private static final String NAME = "Users/ByName";

    /** Counts users by their names. */
    public static final class UsersByName extends AbstractJavaScriptIndexCreationTask {
        /** Defines the index. */
        public UsersByName() {
            setMaps(Set.of("map('Users', u => ({ name: u.name, count: 1 }))"));
            setReduce(
                    "groupBy(x => x.name).aggregate(g => ({ name: g.key, count: g.values.reduce((c, v) => c + v.count, 0) }))");
            setOutputReduceToCollection("NameCounts");
        }

        @Override
        public String getIndexName() {
            return NAME;
        }
    }

    private static void waitForIndexing() throws InterruptedException {
        Indexing.caughtUp(RAVEN.store());
    }

    private static List<NameCount> counts() {
        return NameCount.all(RAVEN.store());
    }

    @Test
    void shouldLoadWhatAnIndexInJavaScriptWrote() throws InterruptedException {
        RAVEN.save(new User("Ada"), "users/1");
        RAVEN.save(new User("Ada"), "users/2");
        RAVEN.save(new User("Grace"), "users/3");

        new UsersByName().execute(RAVEN.store());
        waitForIndexing();

        assertThat(counts())
                .extracting(count -> count.getName() + " " + count.getCount())
                .containsExactlyInAnyOrder("Ada 2", "Grace 1");
        IDocumentSession session = RAVEN.session();
        NameCount any = session.advanced().loadStartingWith(NameCount.class, "NameCounts/")[0];
        assertThat(session.advanced().getMetadataFor(any).getString("@flags")).isEqualTo("Artificial, FromIndex");
        assertThat(session.advanced().getMetadataFor(any).getString("@collection"))
                .isEqualTo("NameCounts");
    }

    @Test
    void shouldHaveIndexedABatchThatWaitedForIt() {
        new UsersByName().execute(RAVEN.store());

        IDocumentSession session = RAVEN.session();
        session.advanced()
                .waitForIndexesAfterSaveChanges(
                        indexes -> indexes.waitForIndexes(NAME).withTimeout(Duration.ofSeconds(60)));
        session.store(new User("Ada"), "users/1");
        session.saveChanges();

        assertThat(counts()).extracting(NameCount::getCount).containsExactly(1);
    }

    @Test
    void shouldReadChangeResetAndDeleteAnIndex() throws InterruptedException {
        RAVEN.save(new User("Ada"), "users/1");
        UsersByName task = new UsersByName();
        task.execute(RAVEN.store());
        waitForIndexing();

        IndexDefinition read = RAVEN.store().maintenance().send(new GetIndexOperation(NAME));
        assertThat(read.getOutputReduceToCollection()).isEqualTo("NameCounts");
        assertThat(read.getMaps()).hasSize(1);
        assertThat(RAVEN.store().maintenance().send(new GetIndexNamesOperation(0, 10)))
                .containsExactly(NAME);
        assertThat(RAVEN.store().maintenance().send(new IndexHasChangedOperation(read)))
                .isFalse();
        RAVEN.store().maintenance().send(new SetIndexesPriorityOperation(NAME, IndexPriority.LOW));
        IndexStats stats = RAVEN.store().maintenance().send(new GetIndexStatisticsOperation(NAME));
        assertThat(stats.getPriority()).isEqualTo(IndexPriority.LOW);
        assertThat(stats.getStatus()).isEqualTo(IndexRunningStatus.RUNNING);
        IndexErrors[] errors = RAVEN.store().maintenance().send(new GetIndexErrorsOperation());
        assertThat(errors[0].getErrors()).isEmpty();

        RAVEN.store().maintenance().send(new ResetIndexOperation(NAME));
        waitForIndexing();
        assertThat(counts()).hasSize(1);

        RAVEN.store().maintenance().send(new DeleteIndexOperation(NAME));
        Eventually.until("no outputs", () -> counts().isEmpty());
        assertThat(RAVEN.store().maintenance().send(new GetIndexOperation(NAME)))
                .isNull();
    }

    @Test
    void shouldStopAndStartAnIndex() throws InterruptedException {
        new UsersByName().execute(RAVEN.store());
        waitForIndexing();
        RAVEN.store().maintenance().send(new StopIndexOperation(NAME));
        RAVEN.save(new User("Ada"), "users/1");

        assertThat(RAVEN.store()
                        .maintenance()
                        .send(new GetIndexingStatusOperation())
                        .getStatus())
                .isEqualTo(IndexRunningStatus.PAUSED);
        assertThat(counts()).isEmpty();

        RAVEN.store().maintenance().send(new StartIndexOperation(NAME));
        waitForIndexing();
        assertThat(counts()).hasSize(1);
    }

    @Test
    void shouldRefuseAnIndexThatWritesNoDocuments() {
        IndexDefinition index = new IndexDefinition();
        index.setName("Users/ByName");
        index.setMaps(Set.of("from user in docs.Users select new { user.name }"));

        assertThatThrownBy(() -> RAVEN.store().maintenance().send(new PutIndexesOperation(index)))
                .hasStackTraceContaining("has no Reduce")
                .hasStackTraceContaining("System.NotSupportedException");
    }
}
