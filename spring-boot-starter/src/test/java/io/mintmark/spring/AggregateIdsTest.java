package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.relational.core.mapping.Embedded;

/** Entities below the root of an aggregate get their ids as the root does. */
final class AggregateIdsTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    record Basket(
            @Id @FromCounter("baskets") @Nullable Long id,
            List<Line> lines,
            Map<String, Coupon> coupons,
            @Nullable Cover cover,
            @Embedded.Nullable @Nullable Extras extras) {}

    record Line(@Id @FromCounter("lines") @Nullable Long id, String article, Set<Part> parts) {}

    record Part(@Id @FromCounter("parts") @Nullable String id, String label) {}

    record Coupon(@Id @FromCounter("coupons") int id, int percent) {}

    record Cover(@Id @FromCounter("covers") @Nullable Long id, String colour) {}

    record Extras(String note, Set<Gift> gifts) {}

    record Gift(@Id @FromCounter("gifts") @Nullable Long id, String item) {}

    /** As many classes with setters are: a set of those that are equal by their ids. */
    static final class Box {
        @Id
        @FromCounter("boxes")
        @Nullable Long id;

        Set<Ball> balls = new HashSet<>();
    }

    static final class Ball {
        @Id
        @FromCounter("balls")
        @Nullable Long id;

        String colour = "";

        static Ball of(String colour) {
            Ball ball = new Ball();
            ball.colour = colour;
            return ball;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other == this || (id != null && other instanceof Ball ball && id.equals(ball.id));
        }

        @Override
        public int hashCode() {
            return id == null ? System.identityHashCode(this) : id.hashCode();
        }
    }

    @Test
    void shouldFillTheIdsOfEntitiesInCollectionsMapsMembersAndEmbeddedOnes() {
        run(aggregates -> {
            Basket saved = aggregates.save(new Basket(
                    null,
                    List.of(new Line(null, "tea", Set.of(new Part(null, "leaf"))), new Line(null, "cup", Set.of())),
                    Map.of("spring", new Coupon(0, 5)),
                    new Cover(null, "red"),
                    new Extras("wrap", Set.of(new Gift(null, "bow")))));

            assertThat(saved)
                    .isEqualTo(new Basket(
                            1L,
                            List.of(
                                    new Line(1L, "tea", Set.of(new Part("parts/1", "leaf"))),
                                    new Line(2L, "cup", Set.of())),
                            Map.of("spring", new Coupon(1, 5)),
                            new Cover(1L, "red"),
                            new Extras("wrap", Set.of(new Gift(1L, "bow")))));
            assertThat(aggregates.findById(1L, Basket.class)).isEqualTo(saved);
        });
    }

    @Test
    void shouldKeepIdsThatAreThereWhenAnAggregateGetsMore() {
        run(aggregates -> {
            Basket first =
                    aggregates.save(new Basket(null, List.of(new Line(null, "tea", Set.of())), Map.of(), null, null));
            List<Line> lines = new ArrayList<>(first.lines());
            lines.add(new Line(null, "cup", Set.of()));
            lines.add(new Line(77L, "pot", Set.of()));

            aggregates.save(new Basket(first.id(), lines, Map.of(), null, null));

            assertThat(read(aggregates, Basket.class).lines())
                    .extracting(Line::id)
                    .containsExactly(1L, 2L, 77L);
        });
    }

    @Test
    void shouldLetASetFindEntitiesWhoseHashCodeIsTheirId() {
        run(aggregates -> {
            Box box = new Box();
            box.balls.add(Ball.of("red"));
            box.balls.add(Ball.of("blue"));

            Box saved = aggregates.save(box);

            assertThat(saved.balls).extracting(ball -> ball.id).containsExactlyInAnyOrder(1L, 2L);
            assertThat(saved.balls)
                    .allSatisfy(ball -> assertThat(saved.balls.contains(ball)).isTrue());
            assertThat(read(aggregates, Box.class).balls).isEqualTo(saved.balls);
        });
    }

    private static <T> T read(JdbcAggregateTemplate aggregates, Class<T> type) {
        return Objects.requireNonNull(aggregates.findById(1L, type));
    }

    private static void run(Consumer<JdbcAggregateTemplate> use) {
        String url = Databases.newUrl();
        createTables(url);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.url=" + url,
                        "spring.main.banner-mode=off",
                        "spring.flyway.enabled=false",
                        "spring.liquibase.enabled=false")
                .run()) {
            use.accept(context.getBean(JdbcAggregateTemplate.class));
        }
    }

    private static void createTables(String url) {
        try (HikariDataSource database = Databases.pool(url)) {
            for (String table : List.of(
                    "basket (id BIGINT PRIMARY KEY, note VARCHAR(9))",
                    "line (id BIGINT PRIMARY KEY, article VARCHAR(9), basket BIGINT, basket_key INT)",
                    "part (id VARCHAR(99) PRIMARY KEY, label VARCHAR(9), line BIGINT)",
                    "coupon (id INT PRIMARY KEY, percent INT, basket BIGINT, basket_key VARCHAR(9))",
                    "cover (id BIGINT PRIMARY KEY, colour VARCHAR(9), basket BIGINT)",
                    "gift (id BIGINT PRIMARY KEY, item VARCHAR(9), basket BIGINT)",
                    "box (id BIGINT PRIMARY KEY)",
                    "ball (id BIGINT PRIMARY KEY, colour VARCHAR(9), box BIGINT)")) {
                Databases.execute(database, "CREATE TABLE " + table);
            }
        }
    }
}
