package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.mintmark.client.Model.Company;
import io.mintmark.client.Model.LongTermNote;
import io.mintmark.client.Model.User;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The conventions of programs, by default and by choice. */
class ConventionsTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    /** A class that others extend. */
    public static class Vehicle {
        public String id;
        public String plate;
    }

    /** A vehicle. */
    public static class Car extends Vehicle {}

    /** A car, and so a vehicle. */
    public static final class SportsCar extends Car {}

    /** Its id has another name, and another one in JSON. */
    public static final class Article {
        @JsonProperty("article_key")
        public String key;

        public String title;
    }

    private static String idOf(Conventions conventions, Object entity) {
        try (Session session = SHOP.openStore(conventions).openSession()) {
            Document<Object> document = session.store(entity);
            session.saveChanges();
            return document.id();
        }
    }

    @Test
    void shouldKnowCollectionsAndPrefixes() {
        Conventions conventions = Conventions.defaults();

        assertThat(conventions.collectionOf(User.class)).isEqualTo("Users");
        assertThat(conventions.idPrefixOf(Company.class)).isEqualTo("companies");
        assertThat(conventions.idPrefixOf(LongTermNote.class)).isEqualTo("LongTermNotes");
        assertThat(conventions.collectionOf(List.class)).isEmpty();
    }

    @Test
    void shouldUseNamesOfOnesOwn() {
        Conventions conventions = Conventions.builder()
                .collection(User.class, "Accounts")
                .collections(type -> "All" + type.getSimpleName())
                .idPrefixes(collection -> collection.substring(0, 3))
                .build();

        assertThat(idOf(conventions, new User("Ada"))).isEqualTo("Acc/1-A");
        assertThat(idOf(conventions, new Company("ACME"))).isEqualTo("All/1-A");
        assertThat(SHOP.stored("Acc/1-A").path("@metadata").path("@collection").asText())
                .isEqualTo("Accounts");
    }

    @Test
    void shouldUseTheConventionOfTheNearestClass() {
        Conventions conventions = Conventions.builder()
                .registerIdConvention(Vehicle.class, (database, vehicle) -> "vehicles/" + vehicle.plate)
                .registerIdConvention(Car.class, (database, car) -> "never")
                .registerIdConvention(Car.class, (database, car) -> database.database() + "/" + car.plate)
                .build();
        Vehicle vehicle = new Vehicle();
        vehicle.plate = "V";
        SportsCar car = new SportsCar();
        car.plate = "C";

        assertThat(idOf(conventions, vehicle)).isEqualTo("vehicles/V");
        assertThat(idOf(conventions, car)).isEqualTo(SHOP.database() + "/C");
    }

    @Test
    void shouldLetAConventionAskTheServer() {
        assertThat(idOf(convention("cars|"), new Car())).isEqualTo("cars/1");
        assertThat(idOf(convention("cars/"), new Car())).matches("cars/\\d{19}-A");
        assertThat(idOf(convention(""), new Car())).matches("[0-9a-f-]{36}");
    }

    private static Conventions convention(String answer) {
        return Conventions.builder()
                .registerIdConvention(Car.class, (database, car) -> answer)
                .build();
    }

    @Test
    void shouldNotAskTheConventionForAnEntityThatHasAnId() {
        Car car = new Car();
        car.id = "cars/mine";

        assertThat(idOf(convention("cars|"), car)).isEqualTo("cars/mine");
    }

    @Test
    void shouldFindAnIdOfAnotherName() {
        Conventions conventions = Conventions.builder().idMember("key").build();
        Article article = new Article();
        article.title = "On names";

        String id = idOf(conventions, article);

        assertThat(article.key).isEqualTo("articles/1-A").isEqualTo(id);
        assertThat(SHOP.stored(id).has("article_key")).isFalse();
        try (Session session = SHOP.openStore(conventions).openSession()) {
            assertThat(session.load(Article.class, id).orElseThrow().key).isEqualTo(id);
        }
    }

    @Test
    void shouldAdjustHowJsonIsRead() {
        SHOP.put("users/1", "{\"name\":\"Ada\",\"unknown\":1}");
        DocumentStore strict = SHOP.openStore(Conventions.builder()
                .json(json -> json.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES))
                .build());

        try (Session session = strict.openSession()) {
            assertThatThrownBy(() -> session.load(User.class, "users/1"))
                    .isInstanceOf(InvalidEntityException.class)
                    .hasMessageContaining("unknown");
        }
    }

    @Test
    void shouldFindNothingChangedHoweverJsonIsIndented() {
        DocumentStore store = SHOP.openStore(Conventions.builder()
                .json(json -> json.enable(SerializationFeature.INDENT_OUTPUT))
                .build());

        try (Session session = store.openSession()) {
            session.store(new User("Ada"));

            assertThat(session.saveChanges()).isEqualTo(1);
            assertThat(session.saveChanges()).isZero();
        }
    }

    @Test
    void shouldNumberWithoutAnEntity() {
        assertThat(SHOP.store().ids().nextNumber(User.class)).isEqualTo(1);
        assertThat(SHOP.store().ids().nextId(new User())).isEqualTo("users/2-A");
        assertThat(SHOP.store().ids().nextId(User.class)).isEqualTo("users/3-A");
    }

    @Test
    void shouldMakeIdsOfACollectionByItsName() {
        IdGenerator ids = SHOP.openStore(Conventions.builder()
                        .collection(User.class, "Accounts")
                        .idPrefixes(collection -> collection.substring(0, 3))
                        .build())
                .ids();

        assertThat(ids.nextId("Accounts")).isEqualTo("Acc/1-A");
        assertThat(ids.nextId(User.class)).isEqualTo("Acc/2-A");
        assertThat(ids.nextNumber("Accounts")).isEqualTo(3);
        assertThat(SHOP.store().ids().nextId("LongTermNotes")).isEqualTo("LongTermNotes/1-A");
    }

    @Test
    void shouldRefuseATextOrAClassInTheHandsOfAnEntity() {
        IdGenerator ids = SHOP.store().ids();
        for (Object noEntity : List.of("Products", User.class)) {
            assertThatThrownBy(() -> ids.nextId(noEntity))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(noEntity.toString())
                    .hasMessageContaining("not as an Object");
        }
        assertThat(SHOP.hiloMax("strings")).as("nothing was reserved").isZero();
    }

    @Test
    void shouldRefuseACollectionWithoutAName() {
        IdGenerator ids = SHOP.store().ids();
        assertThatThrownBy(() -> ids.nextId(" ")).hasMessageContaining("collection must not be blank");
        assertThatThrownBy(() -> ids.nextNumber("")).hasMessageContaining("collection must not be blank");
        assertThatThrownBy(() -> ids.nextId(List.class)).hasMessageContaining("no collection");
        IdGenerator nameless = SHOP.openStore(
                        Conventions.builder().idPrefixes(collection -> "").build())
                .ids();
        assertThatThrownBy(() -> nameless.nextId("Products"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("collection Products have no prefix")
                .hasMessageContaining("idPrefixes");
    }
}
