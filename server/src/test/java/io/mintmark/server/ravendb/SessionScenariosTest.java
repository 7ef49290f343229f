package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import net.ravendb.client.documents.commands.GetDocumentsCommand;
import net.ravendb.client.documents.session.ConditionalLoadResult;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.documents.session.IMetadataDictionary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Loading, changing and deleting through a session, and that a document comes back as it went in. */
class SessionScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldLoadManyAtOnceAndNullForTheMissing() {
        RAVEN.save(new User("Ada"), "users/1");
        RAVEN.save(new User("Grace"), "users/2");

        IDocumentSession session = RAVEN.session();
        Map<String, User> users = session.load(User.class, "users/2", "users/none", "users/1");

        assertThat(users).hasSize(3);
        assertThat(users.get("users/1").getName()).isEqualTo("Ada");
        assertThat(users.get("users/2").getName()).isEqualTo("Grace");
        assertThat(users.get("users/none")).isNull();
        assertThat(session.advanced().getNumberOfRequests()).isEqualTo(1);
    }

    @Test
    void shouldLoadNullForAMissingDocument() {
        assertThat(Documents.load(RAVEN.store(), User.class, "users/none")).isNull();
    }

    @Test
    void shouldSaveAChangeUnderANewChangeVector() {
        RAVEN.save(new User("Ada"), "users/1");
        IDocumentSession session = RAVEN.session();
        User user = session.load(User.class, "users/1");
        String before = session.advanced().getChangeVectorFor(user);
        user.setName("Ada Lovelace");

        session.saveChanges();

        assertThat(before).matches("A:1-[A-Za-z0-9+/]{22}");
        assertThat(session.advanced().getChangeVectorFor(user)).isEqualTo(before.replace("A:1-", "A:2-"));
        assertThat(Documents.load(RAVEN.store(), User.class, "users/1").getName())
                .isEqualTo("Ada Lovelace");
    }

    @Test
    void shouldSendNothingWhenNothingChanged() {
        RAVEN.save(new User("Ada"), "users/1");
        IDocumentSession session = RAVEN.session();
        session.load(User.class, "users/1");
        session.saveChanges();

        assertThat(session.advanced().hasChanges()).isFalse();
        assertThat(session.advanced().getNumberOfRequests()).isEqualTo(1);
    }

    @Test
    void shouldSeeWhatAnotherSessionWroteAfterARefresh() {
        RAVEN.save(new User("Ada"), "users/1");
        IDocumentSession session = RAVEN.session();
        User user = session.load(User.class, "users/1");
        RAVEN.save(new User("Grace"), "users/1");

        session.advanced().refresh(user);

        assertThat(user.getName()).isEqualTo("Grace");
    }

    @Test
    void shouldDeleteByEntityAndById() {
        RAVEN.save(new User("Ada"), "users/1");
        RAVEN.save(new User("Grace"), "users/2");
        IDocumentSession session = RAVEN.session();
        session.delete(session.load(User.class, "users/1"));
        session.delete("users/2");
        session.delete("users/never-was");
        session.saveChanges();

        assertThat(Documents.load(RAVEN.store(), User.class, "users/1")).isNull();
        assertThat(Documents.load(RAVEN.store(), User.class, "users/2")).isNull();
    }

    @Test
    void shouldTellWhetherADocumentExists() {
        RAVEN.save(new User("Ada"), "users/1");

        assertThat(Documents.exists(RAVEN.store(), "users/1")).isTrue();
        assertThat(Documents.exists(RAVEN.store(), "USERS/1")).isTrue();
        assertThat(Documents.exists(RAVEN.store(), "users/2")).isFalse();
    }

    @Test
    void shouldKeepTheMetadataThatTheApplicationAdded() {
        try (IDocumentSession session = RAVEN.store().openSession()) {
            User user = new User("Ada");
            session.store(user, "users/1");
            IMetadataDictionary metadata = session.advanced().getMetadataFor(user);
            metadata.put("Owner", "accounting");
            metadata.put("Tags", List.of("a", "b"));
            session.saveChanges();
        }

        try (IDocumentSession session = RAVEN.store().openSession()) {
            User user = session.load(User.class, "users/1");
            IMetadataDictionary metadata = session.advanced().getMetadataFor(user);

            assertThat(metadata.getString("Owner")).isEqualTo("accounting");
            assertThat((Object[]) metadata.get("Tags")).containsExactly("a", "b");
            assertThat(metadata)
                    .contains(
                            entry("@collection", "Users"),
                            entry("@id", "users/1"),
                            entry("Raven-Java-Type", User.class.getName()));
            assertThat(session.advanced().getLastModifiedFor(user)).isNotNull();
        }
    }

    @Test
    void shouldKeepNumbersToTheLastDigit() {
        ObjectNode written = Documents.json("Numbers", "sum", 0.1 + 0.2);
        written.put("largest", Long.MAX_VALUE);
        written.put("smallest", Long.MIN_VALUE);
        written.put("tiny", Double.MIN_VALUE);
        written.put("huge", Double.MAX_VALUE);
        written.put("beyondDouble", (1L << 53) + 1);
        RAVEN.save(written, "numbers/1");

        ObjectNode read = Documents.load(RAVEN.store(), ObjectNode.class, "numbers/1");

        assertThat(read.get("sum").doubleValue()).isEqualTo(0.30000000000000004);
        assertThat(read.get("largest").longValue()).isEqualTo(Long.MAX_VALUE);
        assertThat(read.get("smallest").longValue()).isEqualTo(Long.MIN_VALUE);
        assertThat(read.get("tiny").doubleValue()).isEqualTo(Double.MIN_VALUE);
        assertThat(read.get("huge").doubleValue()).isEqualTo(Double.MAX_VALUE);
        assertThat(read.get("beyondDouble").longValue()).isEqualTo(9_007_199_254_740_993L);
    }

    @Test
    void shouldKeepTextsNullsAndNesting() {
        ObjectNode written = Documents.json("Things", "text", "żółć 🦊 \u2028 \"quoted\" \\ \n\t");
        written.putNull("nothing");
        ArrayNode list = written.putObject("deep").putArray("list");
        list.add(1).add("two").addNull().addObject().put("three", true);
        ObjectNode expected = written.deepCopy();
        expected.remove("@metadata");
        RAVEN.save(written, "things/1");

        ObjectNode read = Documents.load(RAVEN.store(), ObjectNode.class, "things/1");

        read.remove("@metadata");
        assertThat(read).isEqualTo(expected);
    }

    @Test
    void shouldLoadOnlyWhatChangedSinceAChangeVector() {
        RAVEN.save(new User("Ada"), "users/1");
        String known;
        IDocumentSession session = RAVEN.session();
        known = session.advanced().getChangeVectorFor(session.load(User.class, "users/1"));
        ConditionalLoadResult<User> unchanged = conditionalLoad("users/1", known);
        RAVEN.save(new User("Grace"), "users/1");
        ConditionalLoadResult<User> changed = conditionalLoad("users/1", known);
        ConditionalLoadResult<User> missing = conditionalLoad("users/none", known);

        assertThat(unchanged.getEntity()).isNull();
        assertThat(unchanged.getChangeVector()).isEqualTo(known);
        assertThat(changed.getEntity().getName()).isEqualTo("Grace");
        assertThat(changed.getChangeVector()).isNotEqualTo(known);
        assertThat(missing.getEntity()).isNull();
        assertThat(missing.getChangeVector()).isNull();
    }

    @Test
    void shouldLoadMetadataWithoutTheDocument() {
        RAVEN.save(new User("Ada"), "users/1");
        GetDocumentsCommand command =
                new GetDocumentsCommand(RAVEN.store().getConventions(), new String[] {"users/1"}, null, true);

        RAVEN.store().getRequestExecutor().execute(command);

        ObjectNode only = (ObjectNode) command.getResult().getResults().get(0);
        assertThat(only.fieldNames()).toIterable().containsExactly("@metadata");
        assertThat(only.get("@metadata").get("@id").asText()).isEqualTo("users/1");
    }

    @Test
    void shouldStoreAThousandDocumentsInOneBatch() {
        List<String> ids = Documents.saveUsers(RAVEN.store(), 1000);

        assertThat(ids).hasSize(1000).doesNotHaveDuplicates();
        IDocumentSession session = RAVEN.session();
        Map<String, User> users = session.load(User.class, ids);

        assertThat(users).hasSize(1000).doesNotContainValue(null);
        assertThat(users.get("users/1000-A").getName()).isEqualTo("user 999");
    }

    private static ConditionalLoadResult<User> conditionalLoad(String id, String changeVector) {
        IDocumentSession session = RAVEN.session();
        return session.advanced().conditionalLoad(User.class, id, changeVector);
    }
}
