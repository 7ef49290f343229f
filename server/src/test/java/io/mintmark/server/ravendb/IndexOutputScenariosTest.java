package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.support.Eventually;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.ravendb.client.documents.indexes.IndexDefinition;
import net.ravendb.client.documents.indexes.IndexErrors;
import net.ravendb.client.documents.operations.indexes.DeleteIndexErrorsOperation;
import net.ravendb.client.documents.operations.indexes.GetIndexErrorsOperation;
import net.ravendb.client.documents.operations.indexes.GetIndexNamesOperation;
import net.ravendb.client.documents.operations.indexes.PutIndexesOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Documents of an index follow what their inputs and the definition become. */
@Timeout(120)
class IndexOutputScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    private static final String NAME = "Users/ByName";
    private static final String MAP = "from u in docs.Users select new { u.name, count = 1 }";

    /** The document that lists outputs. */
    public static final class Outputs {
        private List<String> reduceOutputs;

        @com.fasterxml.jackson.annotation.JsonProperty("ReduceOutputs")
        public List<String> getReduceOutputs() {
            return reduceOutputs;
        }

        public void setReduceOutputs(List<String> reduceOutputs) {
            this.reduceOutputs = reduceOutputs;
        }
    }

    private static IndexDefinition inCSharp(String map) {
        IndexDefinition index = new IndexDefinition();
        index.setName(NAME);
        index.setMaps(Set.of(map));
        index.setReduce(
                "from r in results group r by r.name into g select new { name = g.Key, count = g.Sum(x => x.count) }");
        index.setOutputReduceToCollection("NameCounts");
        return index;
    }

    private static void put(IndexDefinition index) throws InterruptedException {
        RAVEN.store().maintenance().send(new PutIndexesOperation(index));
        Indexing.caughtUp(RAVEN.store());
    }

    private static void saveUsers(String... names) {
        for (int i = 0; i < names.length; i++) {
            RAVEN.save(new User(names[i]), "users/" + (i + 1));
        }
    }

    private static Map<String, Integer> counts() {
        return NameCount.byName(RAVEN.store());
    }

    @Test
    void shouldFollowWhatIsChangedDeletedAndMovedToAnotherGroup() throws InterruptedException {
        saveUsers("Ann", "Ann", "Bob", "Cid");
        put(inCSharp(MAP));
        assertThat(counts()).isEqualTo(Map.of("Ann", 2, "Bob", 1, "Cid", 1));

        IDocumentSession session = RAVEN.session();
        session.load(User.class, "users/1").setName("Bob");
        session.delete("users/4");
        session.store(new User("Dora"), "users/5");
        session.saveChanges();
        Indexing.caughtUp(RAVEN.store());
        assertThat(counts()).isEqualTo(Map.of("Ann", 1, "Bob", 2, "Dora", 1));

        RAVEN.save(new User("Bob"), "users/2");
        Indexing.caughtUp(RAVEN.store());
        assertThat(counts()).isEqualTo(Map.of("Bob", 3, "Dora", 1));
    }

    @Test
    void shouldListOutputsInDocumentsThatAPatternNames() throws InterruptedException {
        saveUsers("Ann", "Bob");
        IndexDefinition index = inCSharp(MAP);
        index.setPatternForOutputReduceToCollectionReferences("names/{name}");
        put(index);

        try (IDocumentSession session = RAVEN.store().openSession()) {
            List<String> outputs = session.load(Outputs.class, "names/Ann").getReduceOutputs();
            assertThat(outputs).hasSize(1);
            assertThat(session.load(NameCount.class, outputs.get(0)).getName()).isEqualTo("Ann");
            session.delete("users/1");
            session.saveChanges();
        }
        Indexing.caughtUp(RAVEN.store());
        try (IDocumentSession session = RAVEN.store().openSession()) {
            assertThat(session.load(Outputs.class, "names/Ann")).isNull();
        }
    }

    @Test
    void shouldTakeThePlaceOfTheIndexWhoseDefinitionChanged() throws InterruptedException {
        saveUsers("Ann", "Ann");
        put(inCSharp(MAP));

        put(inCSharp(MAP.replace("count = 1", "count = 10")));

        Eventually.until(
                "the old index is gone", () -> NameCount.all(RAVEN.store()).size() == 1 && counts().get("Ann") == 20);
        assertThat(RAVEN.store().maintenance().send(new GetIndexNamesOperation(0, 10)))
                .containsExactly(NAME);
    }

    @Test
    void shouldTellErrorsAndForgetThem() throws InterruptedException {
        RAVEN.save(new User("Ann"), "users/1");
        RAVEN.save(new User(null), "users/2");
        IndexDefinition index = inCSharp("map('Users', u => ({ name: u.name.toUpperCase(), count: 1 }))");
        index.setReduce(
                "groupBy(x => x.name).aggregate(g => ({ name: g.key, count: g.values.reduce((c, v) => c + v.count, 0) }))");
        put(index);

        IndexErrors[] told = RAVEN.store().maintenance().send(new GetIndexErrorsOperation(new String[] {NAME}));
        assertThat(told[0].getErrors()).singleElement().satisfies(error -> {
            assertThat(error.getDocument()).isEqualTo("users/2");
            assertThat(error.getAction()).isEqualTo("Map");
            assertThat(error.getError()).contains("toUpperCase");
        });
        assertThat(counts()).isEqualTo(Map.of("ANN", 1));

        RAVEN.store().maintenance().send(new DeleteIndexErrorsOperation(new String[] {NAME}));
        assertThat(RAVEN.store()
                        .maintenance()
                        .send(new GetIndexErrorsOperation())[0]
                        .getErrors())
                .isEmpty();
    }
}
