package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** The properties of the guide do to a unit, as they stand there, what the guide says. */
final class FromHibernatePageTest {
    private static final Pattern PROPERTIES = Pattern.compile("```properties\n(.*?)```", Pattern.DOTALL);
    private static final Path PAGE = Path.of("..", "docs", "from-hibernate.md");

    @Test
    void shouldTakeOverByTheFirstPropertyAndGoBackWithoutIt() throws IOException {
        String database = Units.newH2();
        List<Long> ids = new ArrayList<>();

        ids.add(persisted(database, Map.of(), 0));
        ids.add(persisted(database, blocks().get(0), 1));
        ids.add(persisted(database, Map.of(), 0));

        assertThat(ids).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void shouldLookWithTheFirstIdByTheSecondProperty() throws IOException {
        Map<String, Object> both = new HashMap<>(blocks().get(0));
        both.putAll(blocks().get(1));

        try (SessionFactory unit = Units.start(Units.newH2(), both, Depot.Crate.class)) {
            assertThat(TakeoverReport.of(unit).pending()).containsOnlyKeys("Crate.id");
        }
    }

    private static long persisted(String database, Map<String, Object> settings, int taken) {
        try (SessionFactory unit = Units.start(database, settings, Depot.Crate.class)) {
            assertThat(TakeoverReport.of(unit).taken()).hasSize(taken);
            Depot.Crate crate = new Depot.Crate();
            unit.inTransaction(session -> session.persist(crate));
            return crate.number();
        }
    }

    private static List<Map<String, Object>> blocks() throws IOException {
        List<Map<String, Object>> blocks = new ArrayList<>();
        for (var block : PROPERTIES.matcher(Files.readString(PAGE)).results().toList()) {
            Properties read = new Properties();
            read.load(new StringReader(block.group(1)));
            Map<String, Object> settings = new HashMap<>();
            read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
            blocks.add(settings);
        }
        assertThat(blocks).hasSize(2);
        return blocks;
    }
}
