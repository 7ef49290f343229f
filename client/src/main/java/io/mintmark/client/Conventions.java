package io.mintmark.client;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.mintmark.client.jackson.NumberIdModule;
import io.mintmark.client.json.CollectionNames;
import io.mintmark.client.json.EntityJson;
import io.mintmark.client.json.MemberVisibility;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.internal.Given;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The agreement of all programs that share a database: the collection of each class, and the ids of entities.
 *
 * <p>The defaults are those of RavenDB's clients, so that old and new clients agree. Immutable, safe for any number of
 * threads and stores.
 */
public final class Conventions {
    private final IdentityPartsSeparator separator;
    private final Function<Class<?>, String> collections;
    private final Map<Class<?>, String> namedCollections;
    private final UnaryOperator<String> prefixes;
    private final Map<Class<?>, IdConvention<?>> idConventions;
    private final String idMember;
    private final Concurrency concurrency;
    private final ObjectMapper mapper;
    private final Map<Class<?>, EntityType> types = new ConcurrentHashMap<>();

    private Conventions(Builder builder) {
        this.separator = builder.separator;
        this.collections = builder.collections;
        this.namedCollections = Map.copyOf(builder.namedCollections);
        this.prefixes = builder.prefixes;
        this.idConventions = new LinkedHashMap<>(builder.idConventions);
        this.idMember = builder.idMember;
        this.concurrency = builder.concurrency;
        this.mapper = mapper(builder.json);
    }

    private static ObjectMapper mapper(Consumer<JsonMapper.Builder> adjust) {
        JsonMapper.Builder builder = JsonMapper.builder()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .addModule(new NumberIdModule());
        MemberVisibility.applyTo(builder);
        adjust.accept(builder);
        // In a batch a document would be indented further than alone, and seem to have changed.
        return builder.disable(SerializationFeature.INDENT_OUTPUT).build();
    }

    /** Returns the conventions of RavenDB's clients. */
    public static Conventions defaults() {
        return builder().build();
    }

    /** Starts from the conventions of RavenDB's clients. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the collection of a class, {@code Users}; empty if it has none. */
    public String collectionOf(Class<?> type) {
        return typeOf(type).collection();
    }

    /** Returns the prefix of a class's ids, {@code users}, without the separator; empty if it has no collection. */
    public String idPrefixOf(Class<?> type) {
        return typeOf(type).prefix();
    }

    /** Returns the tag of the counter that numbers the documents of a collection. */
    String requiredPrefix(String collection) {
        String prefix = prefixes.apply(collection);
        if (prefix.isEmpty()) {
            throw new IllegalArgumentException(
                    "Ids of the collection " + collection
                            + " have no prefix by the conventions, and so no range to number them from: let idPrefixes return one.");
        }
        return prefix;
    }

    EntityType typeOf(Class<?> type) {
        EntityType known = types.get(type);
        return known != null ? known : types.computeIfAbsent(type, this::describe);
    }

    private EntityType describe(Class<?> type) {
        String collection = collectionName(type);
        return EntityType.of(
                type,
                collection,
                collection.isEmpty() ? "" : prefixes.apply(collection),
                EntityJson.of(type, idMember, mapper),
                mostSpecific(type));
    }

    private String collectionName(Class<?> type) {
        String named = namedCollections.get(type);
        if (named != null) {
            return named;
        }
        return JsonNode.class.isAssignableFrom(type) ? "" : collections.apply(type);
    }

    /**
     * Returns the convention of the class or its nearest ancestor; if two are equally near, the one registered first.
     */
    @SuppressWarnings("unchecked") // registered for a supertype of what it is called with
    private @Nullable IdConvention<Object> mostSpecific(Class<?> type) {
        Class<?> nearest = null;
        for (Class<?> candidate : idConventions.keySet()) {
            boolean fits = candidate.isAssignableFrom(type);
            if (fits && (nearest == null || (nearest != candidate && nearest.isAssignableFrom(candidate)))) {
                nearest = candidate;
            }
        }
        return nearest == null ? null : (IdConvention<Object>) idConventions.get(nearest);
    }

    IdentityPartsSeparator separator() {
        return separator;
    }

    Concurrency concurrency() {
        return concurrency;
    }

    ObjectMapper mapper() {
        return mapper;
    }

    /** Collects conventions; not thread-safe. */
    public static final class Builder {
        private static final String NAME_A_CLASS = "name the class of the entities";

        private final Map<Class<?>, String> namedCollections = new LinkedHashMap<>();
        private final Map<Class<?>, IdConvention<?>> idConventions = new LinkedHashMap<>();
        private IdentityPartsSeparator separator = IdentityPartsSeparator.DEFAULT;
        private Function<Class<?>, String> collections = CollectionNames::of;
        private UnaryOperator<String> prefixes = CollectionNames::prefix;
        private String idMember = "id";
        private Concurrency concurrency = Concurrency.LAST_WRITER_WINS;
        private Consumer<JsonMapper.Builder> json = builder -> {};

        private Builder() {}

        /**
         * Sets the separator between the parts of an id; default {@code /}. A separator that the server sets for its
         * clients takes precedence.
         */
        public Builder identityPartsSeparator(char separator) {
            this.separator = new IdentityPartsSeparator(separator);
            return this;
        }

        /** Names the collection of one class. */
        public Builder collection(Class<?> type, String name) {
            namedCollections.put(
                    Given.required("type", type, NAME_A_CLASS),
                    Given.required("name", name, "pass an empty one for a class whose documents have no collection"));
            return this;
        }

        /** Sets how the collections of all other classes are named; by default the plural of the class's name. */
        public Builder collections(Function<Class<?>, String> naming) {
            this.collections = Given.setting("naming", naming);
            return this;
        }

        /**
         * Sets how the prefix of ids follows from the name of their collection; by default it is the name in lower
         * case, unless that has two capitals or more.
         */
        public Builder idPrefixes(UnaryOperator<String> prefixOfCollection) {
            this.prefixes = Given.setting("prefixOfCollection", prefixOfCollection);
            return this;
        }

        /**
         * Sets how entities of a class and its subclasses get their ids, instead of from a range. The convention of the
         * class nearest to the entity's decides; a second one for a class replaces the first.
         */
        public <T> Builder registerIdConvention(Class<T> type, IdConvention<? super T> convention) {
            idConventions.put(
                    Given.required("type", type, NAME_A_CLASS),
                    Given.required("convention", convention, "leave the call out for ids from a range"));
            return this;
        }

        /** Sets the name of the field or property that holds an entity's id; default {@code id}. */
        public Builder idMember(String name) {
            this.idMember = Given.name("idMember", name);
            return this;
        }

        /**
         * Sets the concurrency of sessions that are opened without one; default {@link Concurrency#LAST_WRITER_WINS}.
         */
        public Builder concurrency(Concurrency concurrency) {
            this.concurrency = Given.setting("concurrency", concurrency);
            return this;
        }

        /**
         * Adjusts how entities are written and read: modules, visibility, dates. Documents are never indented, whatever
         * it says of that.
         */
        public Builder json(Consumer<JsonMapper.Builder> adjust) {
            this.json = this.json.andThen(Given.setting("adjust", adjust));
            return this;
        }

        /** Returns the conventions. */
        public Conventions build() {
            return new Conventions(this);
        }
    }
}
