package io.mintmark.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which members of an entity are stored, each once, and come back; and what is refused because it would not. */
class EntityMembersTest {
    @RegisterExtension
    static final Shop SHOP = new Shop();

    /** Fields that nobody made public. */
    static class Ada {
        static String shared = "shared";

        String id;
        String name;
        protected int age;
        private boolean active;
        private List<Part> parts = new ArrayList<>();
        private transient String cache = "cache";
    }

    /** Within another. */
    static class Part {
        private String label;
        private Part inner;
    }

    /** A field without an accessor among members that have one. */
    static class Mixed {
        private String id;
        private String name;
        private String secret;

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public String getGreeting() {
            return "Hello " + name;
        }
    }

    /** A class with its id and members in ancestors, one of them generic. */
    abstract static class Base<T> {
        private T id;
        private String createdBy;
    }

    /** Inherits. */
    static final class Child extends Base<String> {
        private long size;
    }

    /** Fields and getters whose names differ in spelling only, as Kotlin and old style guides have it. */
    static final class Spellings {
        private String id;
        private final boolean isActive;
        private String _name;
        private List<String> mTags = new ArrayList<>();
        private String URL;
        private String xIndex;

        Spellings() {
            this(false);
        }

        Spellings(boolean isActive) {
            this.isActive = isActive;
        }

        public boolean isActive() {
            return isActive;
        }

        public String getName() {
            return _name;
        }

        public List<String> getTags() {
            return mTags;
        }

        public String getURL() {
            return URL;
        }

        public String getXIndex() {
            return xIndex;
        }
    }

    /** Says by Jackson's annotations what its members are. */
    static final class Annotated {
        private String id;

        @JsonProperty("given_name")
        private String name;

        @JsonIgnore
        private String password;

        private Map<String, Object> rest = new LinkedHashMap<>();

        @JsonAnyGetter
        public Map<String, Object> others() {
            return rest;
        }

        @JsonAnySetter
        void other(String name, Object value) {
            rest.put(name, value);
        }
    }

    /** A class with a map beside the one whose entries are members. */
    static final class TwoMaps {
        private String id;
        private Map<String, String> labels = new LinkedHashMap<>();
        private Map<String, Object> rest = new LinkedHashMap<>();

        @JsonAnyGetter
        public Map<String, Object> getRest() {
            return rest;
        }
    }

    /** Wants its getters only. */
    @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.NONE)
    static final class GettersOnly {
        private String hidden = "hidden";
        private String shown = "shown";

        public String getShown() {
            return shown;
        }
    }

    /** Is made by its constructor. */
    static final class Made {
        private final String id;
        private final long cents;

        @JsonCreator
        Made(@JsonProperty("id") String id, @JsonProperty("cents") long cents) {
            this.id = id;
            this.cents = cents;
        }
    }

    /** Says nothing about ids itself. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(value = Dog.class, name = "dog"))
    interface Animal {}

    /** A class with one member. */
    static final class Dog implements Animal {
        private String id;
        private String name;
    }

    /** A class with its id in capitals. */
    static class Capital {
        public String Id;
        public String name;
    }

    private static List<String> membersOf(String id) {
        TreeSet<String> names = new TreeSet<>();
        StreamSupport.stream(((Iterable<String>) () -> stored(id).fieldNames()).spliterator(), false)
                .filter(name -> !name.equals("@metadata"))
                .forEach(names::add);
        return List.copyOf(names);
    }

    private static JsonNode stored(String id) {
        return SHOP.stored(id);
    }

    private static <T> T loaded(Class<T> type, String id) {
        try (Session session = SHOP.openSession()) {
            T entity = session.load(type, id).orElseThrow();
            assertThat(session.saveChanges()).isZero();
            return entity;
        }
    }

    @Test
    void shouldStoreFieldsThatAreNotPublic() {
        Ada ada = new Ada();
        ada.name = "Ada";
        ada.age = 36;
        ada.active = true;
        Part part = new Part();
        part.label = "engine";
        part.inner = new Part();
        part.inner.label = "mill";
        ada.parts.add(part);

        String id = SHOP.save(ada);

        assertThat(ada.id).isEqualTo(id).isEqualTo("adas/1-A");
        assertThat(membersOf(id)).containsExactly("active", "age", "name", "parts");
        Ada back = loaded(Ada.class, id);
        assertThat(back.id).isEqualTo(id);
        assertThat(back.name).isEqualTo("Ada");
        assertThat(back.age).isEqualTo(36);
        assertThat(back.active).isTrue();
        assertThat(back.parts.get(0).inner.label).isEqualTo("mill");
        assertThat(back.cache).isEqualTo("cache");
    }

    @Test
    void shouldStoreEachMemberOnceWithOrWithoutAccessors() {
        Mixed mixed = new Mixed();
        mixed.name = "Ada";
        mixed.secret = "s";

        String id = SHOP.save(mixed);

        assertThat(mixed.id).isEqualTo(id);
        assertThat(membersOf(id)).containsExactly("greeting", "name", "secret");
        assertThat(loaded(Mixed.class, id).secret).isEqualTo("s");
    }

    @Test
    void shouldStoreInheritedFields() {
        Child child = new Child();
        ((Base<String>) child).createdBy = "me";
        child.size = 7;

        String id = SHOP.save(child);

        assertThat(((Base<String>) child).id).isEqualTo(id);
        assertThat(membersOf(id)).containsExactly("createdBy", "size");
        Child back = loaded(Child.class, id);
        assertThat(((Base<String>) back).createdBy).isEqualTo("me");
        assertThat(((Base<String>) back).id).isEqualTo(id);
        assertThat(back.size).isEqualTo(7);
    }

    @Test
    void shouldTakeAFieldAndItsGetterForOneMemberHoweverTheyAreSpelled() {
        Spellings spellings = new Spellings(true);
        spellings._name = "Ada";
        spellings.mTags.add("new");
        spellings.URL = "http://here";
        spellings.xIndex = "x";

        String id = SHOP.save(spellings);

        assertThat(membersOf(id)).containsExactly("active", "name", "tags", "url", "xindex");
        Spellings back = loaded(Spellings.class, id);
        assertThat(back.isActive()).isTrue();
        assertThat(back._name).isEqualTo("Ada");
        assertThat(back.mTags).containsExactly("new");
        assertThat(back.URL).isEqualTo("http://here");
        assertThat(back.xIndex).isEqualTo("x");
    }

    @Test
    void shouldDoWhatAnnotationsSay() {
        Annotated annotated = new Annotated();
        annotated.name = "Ada";
        annotated.password = "never";
        annotated.rest.put("more", 1);

        String id = SHOP.save(annotated);

        assertThat(membersOf(id)).containsExactly("given_name", "more");
        assertThat(loaded(Annotated.class, id).rest).containsOnlyKeys("more");
        assertThat(loaded(Annotated.class, id).password).isNull();
        assertThat(membersOf(SHOP.save(new GettersOnly()))).containsExactly("shown");
        TwoMaps maps = new TwoMaps();
        maps.labels.put("a", "b");
        maps.rest.put("more", 1);
        assertThat(membersOf(SHOP.save(maps))).containsExactly("labels", "more");
    }

    @Test
    void shouldDoWhatAMixinOrAVisibilityOfOnesOwnSays() {
        Conventions publicOnly = Conventions.builder()
                .json(json -> json.visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.PUBLIC_ONLY))
                .build();
        Conventions mixed = Conventions.builder()
                .json(json -> json.addMixIn(Mixed.class, WithoutSecret.class))
                .build();
        Mixed entity = new Mixed();
        entity.secret = "s";
        entity.id = "mixed/1";

        try (Session session = SHOP.openStore(mixed).openSession()) {
            session.store(entity);
            session.saveChanges();
        }
        assertThat(membersOf("mixed/1")).containsExactly("greeting", "name");
        try (Session session = SHOP.openStore(publicOnly).openSession()) {
            session.store(entity, "mixed/2");
            session.saveChanges();
        }
        assertThat(membersOf("mixed/2")).containsExactly("greeting", "name");
    }

    /** Leaves a member out. */
    abstract static class WithoutSecret {
        @JsonIgnore
        String secret;
    }

    @Test
    void shouldStoreWhatAConstructorMakes() {
        Made made = new Made(null, 100);

        String id = SHOP.save(made);

        assertThat(membersOf(id)).containsExactly("cents");
        assertThat(made.id).isEqualTo(id);
        Made back = loaded(Made.class, id);
        assertThat(back.cents).isEqualTo(100);
        assertThat(back.id).isEqualTo(id);
    }

    @Test
    void shouldTellAnEntityItsIdAlsoWhereItIsLoadedAsAnAncestorWithoutOne() {
        Dog dog = new Dog();
        dog.name = "Rex";
        String id = SHOP.save(dog);

        Dog back = (Dog) loaded(Animal.class, id);

        assertThat(back.id).isEqualTo(id);
        assertThat(back.name).isEqualTo("Rex");
    }

    @Test
    void shouldFindAnIdWhateverItsCapitals() {
        Capital capital = new Capital();

        String id = SHOP.save(capital);

        assertThat(capital.Id).isEqualTo(id);
        assertThat(membersOf(id)).containsExactly("name");
        assertThat(loaded(Capital.class, id).Id).isEqualTo(id);
    }

    @Test
    void shouldRefreshInPlaceWhatHasFieldsOnly() {
        Ada ada = new Ada();
        ada.name = "Ada";
        try (Session session = SHOP.openSession()) {
            String id = session.store(ada).id();
            session.saveChanges();
            SHOP.put(id, "{\"name\":\"other\",\"@metadata\":{\"@collection\":\"Adas\"}}");

            assertThat(session.refresh(ada).entity()).isSameAs(ada);

            assertThat(ada.name).isEqualTo("other");
        }
    }

    @Nested
    class Refusals {
        record Numbered(Long id) {}

        static class Counted {
            int id = 5;
        }

        static class Unsettable {
            public String getId() {
                return null;
            }

            public String getName() {
                return "name";
            }
        }

        static class Computed {
            public String email = "ada@example.com";

            public String getId() {
                return "users/" + email;
            }
        }

        static class Deaf {
            public String getId() {
                return null;
            }

            public void setId(String id) {
                // does not listen
            }
        }

        static class Nothing {}

        static class Holder {
            Nothing held = new Nothing();
        }

        @Test
        void shouldRefuseAnIdThatIsNoText() {
            try (Session session = SHOP.openSession()) {
                assertThatThrownBy(() -> session.store(new Numbered(null)))
                        .isInstanceOf(InvalidEntityException.class)
                        .hasMessageContaining("'id'")
                        .hasMessageContaining(Numbered.class.getName())
                        .hasMessageContaining("java.lang.Long")
                        .hasMessageContaining("make it a String");
                assertThatThrownBy(() -> session.store(new Counted(), "counted/1"))
                        .isInstanceOf(InvalidEntityException.class)
                        .hasMessageContaining("is of int");
                SHOP.put("counted/1", "{\"id\":7}");
                assertThatThrownBy(() -> session.load(Counted.class, "counted/1"))
                        .isInstanceOf(InvalidEntityException.class);
                assertThat(session.saveChanges()).isZero();
            }
            assertThat(SHOP.hiloMax("numbereds")).isZero();
            assertThat(SHOP.store().ids().nextNumber(Numbered.class)).isEqualTo(1);
            assertThatThrownBy(() -> {
                        try (BulkInsert bulk = SHOP.store().bulkInsert()) {
                            bulk.store(new Numbered(5L), "numbered/1");
                        }
                    })
                    .isInstanceOf(InvalidEntityException.class);
        }

        @Test
        void shouldRefuseAnIdThatNobodyCanSetBeforeOneIsMade() {
            try (Session session = SHOP.openSession()) {
                for (String id : new String[] {"users/1", "users|", "users/", ""}) {
                    assertThatThrownBy(() -> session.store(new Unsettable(), id))
                            .isInstanceOf(InvalidEntityException.class)
                            .hasMessageContaining("add a setter or a field");
                }
                assertThatThrownBy(() -> session.store(new Unsettable())).isInstanceOf(InvalidEntityException.class);
                assertThatThrownBy(() -> session.store(new Deaf(), "deaf/1"))
                        .isInstanceOf(InvalidEntityException.class)
                        .hasMessageContaining("is empty after 'deaf/1' was set");
                assertThat(session.saveChanges()).isZero();
            }
            assertThat(SHOP.hiloMax("unsettables")).isZero();
        }

        static class Ancestor {
            private String name = "hidden";
            private String code = "own";
        }

        static class Hiding extends Ancestor {
            private String name = "hiding";
        }

        static class Telling extends Ancestor {
            private String name = "told";

            public String getName() {
                return name;
            }
        }

        @Test
        void shouldRefuseAFieldThatHidesOneOfItsAncestor() {
            try (Session session = SHOP.openSession()) {
                assertThatThrownBy(() -> session.store(new Hiding()))
                        .isInstanceOf(InvalidEntityException.class)
                        .hasMessageContaining("'name'")
                        .hasMessageContaining(Hiding.class.getName())
                        .hasMessageContaining(Ancestor.class.getName());
            }
            assertThat(SHOP.stored(SHOP.save(new Telling())).path("name").asText())
                    .isEqualTo("told");
        }

        @Test
        void shouldStoreAnEntityUnderTheIdThatItComputes() {
            String id = SHOP.save(new Computed());

            assertThat(id).isEqualTo("users/ada@example.com");
            assertThat(loaded(Computed.class, id).getId()).isEqualTo(id);
            try (Session session = SHOP.openSession()) {
                assertThatThrownBy(() -> session.store(new Computed(), "users/other"))
                        .isInstanceOf(InvalidEntityException.class);
            }
        }

        @Test
        void shouldRefuseWhatHasNoMemberToStore() {
            try (Session session = SHOP.openSession()) {
                session.store(new Nothing());
                assertThatThrownBy(session::saveChanges)
                        .isInstanceOf(InvalidEntityException.class)
                        .hasMessageContaining(Nothing.class.getName())
                        .hasMessageContaining("neither static nor transient");
            }
            try (Session session = SHOP.openSession()) {
                session.store(new Holder());
                assertThatThrownBy(session::saveChanges)
                        .isInstanceOf(InvalidEntityException.class)
                        .hasMessageContaining("held");
            }
        }
    }
}
