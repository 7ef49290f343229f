package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.client.Model.User;
import io.mintmark.client.cluster.ScriptedNode;
import io.mintmark.client.cluster.ScriptedNode.Answer;
import io.mintmark.client.exceptions.InvalidReplyException;
import io.mintmark.client.exceptions.MintmarkClientException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Identities, asked for alone and by sessions. */
class IdentitiesTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    private static String save() {
        try (Session session = SHOP.store().openSession()) {
            Document<User> document = session.store(new User("Ada"), "users|");
            session.saveChanges();
            return document.id();
        }
    }

    @Test
    void shouldTakeNumbersFromWhereSessionsTakeThem() {
        Identities identities = SHOP.store().identities();

        assertThat(save()).isEqualTo("users/1");
        assertThat(identities.next("users")).isEqualTo(2);
        assertThat(identities.next("USERS|")).isEqualTo(3);
        assertThat(save()).isEqualTo("users/4");
        assertThat(identities.list()).isEqualTo(Map.of("users|", 4L));
    }

    @Test
    void shouldSeedUpwardsAndDownwardsOnlyByForce() {
        Identities identities = SHOP.store().identities();

        assertThat(identities.seed("users|", 1990)).isEqualTo(1990);
        assertThat(save()).isEqualTo("users/1991");
        assertThat(identities.seed("users", 1975)).isEqualTo(1991);
        assertThat(identities.forceSeed("users", 1975)).isEqualTo(1975);
        assertThat(save()).isEqualTo("users/1976");
    }

    @Test
    void shouldGiveEveryCallerANumberOfItsOwn() {
        List<Long> numbers = IntStream.range(0, 40)
                .parallel()
                .mapToObj(i -> SHOP.store().identities().next("invoices"))
                .sorted()
                .toList();

        assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, 40).boxed().toList());
    }

    @Test
    void shouldTakeNoNumberFromWhatIsNoServerOfThisKind() {
        try (ScriptedNode other = ScriptedNode.answering(Answer.refusal(404, "NotFound", "There is no such page."));
                DocumentStore store = DocumentStore.builder(other.url().toString())
                        .database("shop")
                        .open()) {
            assertThatThrownBy(() -> store.identities().next("users")).isInstanceOf(InvalidReplyException.class);
            assertThatThrownBy(() -> store.identities().seed("users", 7)).isInstanceOf(InvalidReplyException.class);
            assertThatThrownBy(() -> store.identities().list()).isInstanceOf(InvalidReplyException.class);
        }
    }

    @Test
    void shouldNotLoseANumberWhoseReplyAsksForAFetchThatFails() {
        try (ScriptedNode node = ScriptedNode.answering(request -> request.startsWith("POST")
                        ? Answer.of(200, "{\"NewIdentityValue\":7}").with("Refresh-Client-Configuration", "true")
                        : Answer.refusal(500, "Failed", "not now"));
                DocumentStore store = DocumentStore.builder(node.url().toString())
                        .database("shop")
                        .fixedNodes()
                        .open()) {
            assertThat(store.identities().next("users")).isEqualTo(7);
            assertThat(node.requests()).anyMatch(request -> request.contains("configuration/client"));
        }
    }

    @Test
    void shouldSayWhatIsWrongWithAName() {
        assertThatThrownBy(() -> SHOP.store().identities().next(""))
                .isInstanceOf(MintmarkClientException.class)
                .hasMessageContaining("identity name");
    }
}
