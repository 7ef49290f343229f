package io.mintmark.docs;

import io.mintmark.hilo.HiLo;
import io.mintmark.spring.MintmarkAutoConfiguration;
import io.mintmark.spring.MintmarkCounters;
import io.mintmark.spring.MintmarkProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.FileSystemResource;

/** Starts an application with a block of YAML as its {@code application.yaml}. */
final class SpringBlocks {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private SpringBlocks() {}

    /** Nothing but a database and the starter. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(MintmarkAutoConfiguration.class)
    static class Small {
        @Bean
        DataSource dataSource() {
            return SpringBlocks.newest();
        }
    }

    static void start(Block block, Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("application.yaml"), block.text());
        DATABASES.incrementAndGet();
        StandardEnvironment environment = new StandardEnvironment();
        new YamlPropertySourceLoader()
                .load("block", new FileSystemResource(file))
                .forEach(environment.getPropertySources()::addFirst);
        createSequences(Binder.get(environment));
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Small.class)
                .web(WebApplicationType.NONE)
                .properties("spring.main.banner-mode=off", "spring.config.location=" + directory.toUri())
                .run()) {
            MintmarkProperties properties = context.getBean(MintmarkProperties.class);
            properties
                    .counters()
                    .keySet()
                    .forEach(counter ->
                            context.getBean("mintmark." + counter, HiLo.class).next());
            context.getBean(MintmarkCounters.class).generator("another").next();
        }
    }

    /** The product that the block names has made them before. */
    private static void createSequences(Binder yaml) throws Exception {
        for (String counter : new String[] {"orders", "invoices"}) {
            String at = "mintmark.counters." + counter + ".";
            String sequence = yaml.bind(at + "sequence", String.class).orElse("");
            if (!sequence.isEmpty()) {
                try (Connection connection = newest().getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE SEQUENCE \"" + sequence + "\" INCREMENT BY "
                            + yaml.bind(at + "setting", Integer.class).orElse(10));
                }
            }
        }
    }

    private static DataSource newest() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:yaml" + DATABASES.get() + ";DB_CLOSE_DELAY=-1");
        return database;
    }
}
