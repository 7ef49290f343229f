package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.client.Model.Company;
import io.mintmark.client.Model.Employee;
import io.mintmark.client.Model.User;
import io.mintmark.client.exceptions.DocumentMissingException;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Entities that are loaded anew while somebody holds them. */
class SessionRefreshTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    /** A class whose constructor sets everything. */
    public static final class Price {
        private final long cents;

        @JsonCreator
        Price(@JsonProperty("cents") long cents) {
            this.cents = cents;
        }

        public long inCents() {
            return cents;
        }
    }

    @Test
    void shouldShowWhatAnotherSessionWrote() {
        User ada = new User("Ada");
        try (Session session = SHOP.openSession()) {
            Document<User> document = session.store(ada);
            session.saveChanges();
            Optional<String> before = document.changeVector();
            SHOP.put(
                    "users/1-A",
                    "{\"name\":\"Ada L.\",\"visits\":9,\"@metadata\":{\"@collection\":\"Users\",\"Owner\":\"me\"}}");

            assertThat(session.refresh(ada)).isSameAs(document);

            assertThat(ada.name).isEqualTo("Ada L.");
            assertThat(ada.visits).isEqualTo(9);
            assertThat(ada.id).isEqualTo("users/1-A");
            assertThat(document.metadata().get("Owner")).contains("me");
            assertThat(document.changeVector()).isPresent().isNotEqualTo(before);
            assertThat(session.saveChanges()).isZero();
        }
    }

    @Test
    void shouldDropWhatWasChangedHereAlsoWhereTheDocumentSaysNothing() {
        SHOP.put("users/ada", "{\"name\":\"Ada\",\"@metadata\":{\"@collection\":\"Users\"}}");
        try (Session session = SHOP.openSession()) {
            User ada = session.load(User.class, "users/ada").orElseThrow();
            ada.name = "changed";
            ada.visits = 3;
            ada.friendIds.add("users/eve");
            session.document(ada).metadata().set("Owner", "changed");

            Document<User> document = session.refresh(ada);

            assertThat(ada.name).isEqualTo("Ada");
            assertThat(ada.visits).isZero();
            assertThat(ada.friendIds).isEmpty();
            assertThat(document.metadata().get("Owner")).isEmpty();
            assertThat(session.saveChanges()).isZero();
        }
    }

    @Test
    void shouldSetMembersByTheirSetters() {
        String id = SHOP.save(new Employee("John", "Doe"));
        try (Session session = SHOP.openSession()) {
            Employee john = session.load(Employee.class, id).orElseThrow();
            SHOP.put(id, "{\"firstName\":\"Jane\",\"lastName\":\"Doe\",\"@metadata\":{\"@collection\":\"Employees\"}}");

            session.refresh(john);

            assertThat(john.getFirstName()).isEqualTo("Jane");
            assertThat(john.getId()).isEqualTo(id);
        }
    }

    @Test
    void shouldGoOnWithANewRecord() {
        String id = SHOP.save(new Company("ACME"));
        try (Session session = SHOP.openSession()) {
            Company acme = session.load(Company.class, id).orElseThrow();
            SHOP.put(id, "{\"name\":\"New ACME\",\"@metadata\":{\"@collection\":\"Companies\"}}");

            Company fresh = session.refresh(acme).entity();

            assertThat(fresh).isEqualTo(new Company(id, "New ACME"));
            assertThat(session.load(Company.class, id)).containsSame(fresh);
            assertThat(session.saveChanges()).isZero();
            assertThatThrownBy(() -> session.refresh(acme)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldGoOnWithANewObjectWhereMembersCannotBeSet() {
        SHOP.put("prices/1", "{\"cents\":100}");
        SHOP.put("trees/1", "{\"a\":1}");
        try (Session session = SHOP.openSession()) {
            Price price = session.load(Price.class, "prices/1").orElseThrow();
            ObjectNode tree = session.load(ObjectNode.class, "trees/1").orElseThrow();
            SHOP.put("prices/1", "{\"cents\":250}");
            SHOP.put("trees/1", "{\"a\":2}");

            assertThat(session.refresh(price).entity().inCents()).isEqualTo(250);
            assertThat(session.refresh(tree).entity())
                    .isEqualTo(new ObjectMapper().createObjectNode().put("a", 2));
        }
    }

    @Test
    void shouldCompareWithTheNewVersionFromThenOn() {
        String id = SHOP.save(new User("Ada"));
        try (Session mine = SHOP.store().openSession(Concurrency.OPTIMISTIC)) {
            User ada = mine.load(User.class, id).orElseThrow();
            SHOP.put(id, "{\"name\":\"other\",\"@metadata\":{\"@collection\":\"Users\"}}");

            mine.refresh(ada).entity().visits = 5;

            assertThat(mine.saveChanges()).isEqualTo(1);
        }
        assertThat(SHOP.stored(id).path("name").asText()).isEqualTo("other");
        assertThat(SHOP.stored(id).path("visits").asInt()).isEqualTo(5);
    }

    @Test
    void shouldSayThatADocumentIsGone() {
        String id = SHOP.save(new User("Ada"));
        try (Session session = SHOP.openSession();
                Session other = SHOP.openSession()) {
            User ada = session.load(User.class, id).orElseThrow();
            other.deleteById(id);
            other.saveChanges();

            assertThatThrownBy(() -> session.refresh(ada))
                    .isInstanceOf(DocumentMissingException.class)
                    .hasMessageContaining(id);
            assertThat(ada.name).isEqualTo("Ada");
        }
    }

    @Test
    void shouldRefuseWhatWasNeverSavedOrIsNotKnown() {
        try (Session session = SHOP.openSession()) {
            User ada = new User("Ada");
            session.store(ada);

            assertThatThrownBy(() -> session.refresh(ada))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("save Document(users/1-A) first");
            assertThatThrownBy(() -> session.refresh(new User("Eve"))).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldKeepAnEntityWhoseDocumentCannotBeRead() {
        String id = SHOP.save(new User("Ada"));
        try (Session session = SHOP.openSession()) {
            User ada = session.load(User.class, id).orElseThrow();
            SHOP.put(id, "{\"name\":\"odd\",\"visits\":\"many\",\"@metadata\":{\"@collection\":\"Users\"}}");

            assertThatThrownBy(() -> session.refresh(ada)).isInstanceOf(InvalidEntityException.class);

            assertThat(ada.name).isEqualTo("Ada");
            assertThat(session.load(User.class, List.of(id))).containsEntry(id, ada);
        }
    }
}
