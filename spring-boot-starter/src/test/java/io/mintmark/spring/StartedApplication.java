package io.mintmark.spring;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** An application that is started as users start theirs: files, a profile, arguments, variables, system properties. */
final class StartedApplication {
    private final Path directory;
    private final Map<String, Object> variables = new LinkedHashMap<>();
    private final Map<String, String> system = new LinkedHashMap<>();
    private String[] arguments = {};

    StartedApplication(Path directory) {
        this.directory = directory;
    }

    /** Nothing but a database and the starter. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(MintmarkAutoConfiguration.class)
    static class Small {
        @Bean
        DataSource dataSource(@Value("${test.url}") String url) {
            return Databases.pool(url);
        }
    }

    StartedApplication file(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
        return this;
    }

    StartedApplication variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    StartedApplication systemProperty(String name, String value) {
        system.put(name, value);
        return this;
    }

    StartedApplication arguments(String... given) {
        arguments = given;
        return this;
    }

    ConfigurableApplicationContext start(String url) {
        StandardEnvironment environment = new StandardEnvironment();
        String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        environment.getPropertySources().replace(name, new SystemEnvironmentPropertySource(name, variables));
        Map<String, @Nullable String> before = new LinkedHashMap<>();
        system.forEach((property, value) -> before.put(property, System.setProperty(property, value)));
        try {
            return new SpringApplicationBuilder(Small.class)
                    .environment(environment)
                    .web(WebApplicationType.NONE)
                    .properties(
                            "spring.main.banner-mode=off",
                            "spring.config.location=" + directory.toUri(),
                            "test.url=" + url)
                    .run(arguments);
        } finally {
            before.forEach(StartedApplication::restore);
        }
    }

    /** The build sets some of them for all tests. */
    private static void restore(String property, @Nullable String value) {
        if (value == null) {
            System.clearProperty(property);
        } else {
            System.setProperty(property, value);
        }
    }

    /** Makes the sequence of an EF Core application, which steps by ten. */
    static void createSequence(String url) {
        try (HikariDataSource database = Databases.pool(url)) {
            Databases.execute(database, "CREATE SEQUENCE \"OrderHiLo\" START WITH 1 INCREMENT BY 10");
        }
    }
}
