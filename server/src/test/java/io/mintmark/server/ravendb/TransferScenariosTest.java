package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.documents.session.SucceedRequestEventArgs;
import net.ravendb.client.http.HttpCompressionAlgorithm;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.entity.DecompressingEntity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What travels between client and server: seen through the client's own events. */
class TransferScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    private final List<SucceedRequestEventArgs> answered = Collections.synchronizedList(new ArrayList<>());

    @Test
    void shouldAnswerThatNothingChangedWhenTheClientHasItCached() {
        DocumentStore store = watched();
        Documents.save(store, new User("Ada"), "users/1");

        User first = Documents.load(store, User.class, "users/1");
        User second = Documents.load(store, User.class, "users/1");
        Documents.save(store, new User("Grace"), "users/1");
        User third = Documents.load(store, User.class, "users/1");

        assertThat(statusesOf("/docs?")).containsExactly(200, 304, 200);
        assertThat(List.of(first.getName(), second.getName(), third.getName())).containsExactly("Ada", "Ada", "Grace");
    }

    @Test
    void shouldAnswerAListAsUnchangedUntilSomethingIsWritten() {
        DocumentStore store = watched();
        Documents.save(store, new User("Ada"), "users/1");

        int first = usersOf(store);
        int second = usersOf(store);
        Documents.save(store, new User("Grace"), "users/2");
        int third = usersOf(store);

        assertThat(statusesOf("startsWith")).containsExactly(200, 304, 200);
        assertThat(List.of(first, second, third)).containsExactly(1, 1, 2);
    }

    @Test
    void shouldCompressWhatIsWorthIt() {
        DocumentStore store = watched();
        String name = "Ada ".repeat(2000);
        Documents.save(store, new User(name), "users/1");

        User loaded = Documents.load(store, User.class, "users/1");

        assertThat(loaded.getName()).isEqualTo(name);
        assertThat(answers("/docs?"))
                .singleElement()
                .satisfies(
                        answer -> assertThat(answer.getResponse().getEntity()).isInstanceOf(DecompressingEntity.class));
    }

    @ParameterizedTest
    @EnumSource(HttpCompressionAlgorithm.class)
    void shouldReadCompressedRequests(HttpCompressionAlgorithm algorithm) {
        DocumentStore store = RAVEN.openStore(settings -> {
            settings.getConventions().setUseHttpCompression(true);
            settings.getConventions().setHttpCompressionAlgorithm(algorithm);
            settings.addOnSucceedRequestListener((sender, answer) -> answered.add(answer));
        });
        String name = "Ada ".repeat(2000);
        Documents.save(store, new User(name), "users/1");

        assertThat(Documents.load(RAVEN.store(), User.class, "users/1").getName())
                .isEqualTo(name);
        assertThat(answers("/bulk_docs"))
                .singleElement()
                .satisfies(answer -> assertThat(((HttpUriRequestBase) answer.getRequest())
                                .getEntity()
                                .getContentEncoding())
                        .isEqualTo(algorithm.name().toLowerCase(Locale.ROOT)));
    }

    @Test
    void shouldWorkWithoutCompression() {
        DocumentStore store = RAVEN.openStore(settings -> {
            settings.getConventions().setUseHttpDecompression(false);
            settings.addOnSucceedRequestListener((sender, answer) -> answered.add(answer));
        });
        Documents.save(store, new User("Ada ".repeat(2000)), "users/1");

        assertThat(Documents.load(store, User.class, "users/1").getName()).hasSize(8000);
        assertThat(answers("/docs?"))
                .singleElement()
                .satisfies(answer -> assertThat(answer.getResponse().getFirstHeader("Content-Encoding"))
                        .isNull());
    }

    @Test
    void shouldTakeManyLongIdsInABody() {
        DocumentStore store = watched();
        String prefix = "users/" + "long-".repeat(20);
        List<String> ids = IntStream.range(0, 12).mapToObj(i -> prefix + i).toList();
        Documents.save(store, new User("Ada"), ids.get(3));
        Documents.save(store, new User("Grace"), ids.get(11));

        try (IDocumentSession session = store.openSession()) {
            Map<String, User> users = session.load(User.class, ids);

            assertThat(users.get(ids.get(3)).getName()).isEqualTo("Ada");
            assertThat(users.get(ids.get(11)).getName()).isEqualTo("Grace");
            assertThat(users.get(ids.get(0))).isNull();
        }
        assertThat(answers("/docs?"))
                .extracting(answer -> answer.getRequest().getMethod())
                .containsExactly("POST");
    }

    @Test
    void shouldServeAStoreThatNeverAsksForATopology() {
        DocumentStore store = RAVEN.openStore(settings -> {
            settings.getConventions().setDisableTopologyUpdates(true);
            settings.addOnSucceedRequestListener((sender, answer) -> answered.add(answer));
        });

        List<String> ids = Documents.saveUsers(store, 2);

        assertThat(ids).containsExactly("users/1-A", "users/2-A");
        assertThat(Documents.load(store, User.class, "users/2-A").getName()).isEqualTo("user 1");
        assertThat(answers("/topology?")).isEmpty();
    }

    private DocumentStore watched() {
        return RAVEN.openStore(
                settings -> settings.addOnSucceedRequestListener((sender, answer) -> answered.add(answer)));
    }

    private List<SucceedRequestEventArgs> answers(String part) {
        return answered.stream()
                .filter(answer -> answer.getUrl().contains(part))
                .toList();
    }

    private List<Integer> statusesOf(String part) {
        return answers(part).stream()
                .map(answer -> answer.getResponse().getCode())
                .toList();
    }

    private static int usersOf(DocumentStore store) {
        try (IDocumentSession session = store.openSession()) {
            return session.advanced().loadStartingWith(User.class, "users/").length;
        }
    }
}
