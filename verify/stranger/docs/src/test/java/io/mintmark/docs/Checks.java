package io.mintmark.docs;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.hibernate.MintmarkSettings;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.cfg.AvailableSettings;

/** Checks a block as its language needs it; what is wrong is returned and not thrown. */
final class Checks {
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>io.mintmark</groupId>\\s*<artifactId>([a-z-]+)</artifactId>\\s*"
                    + "<version>([^<]+)</version>\\s*</dependency>\\s*|<!--.*?-->\\s*",
            Pattern.DOTALL);

    /** Artifacts without a version, which Spring Boot's parent gives. */
    private static final Pattern OF_BOOT =
            Pattern.compile("<dependency>\\s*<groupId>(?:org.springframework.boot|com.h2database)</groupId>\\s*"
                    + "<artifactId>[a-z0-9-]+</artifactId>\\s*</dependency>\\s*");

    /** A driver, which a reader who pastes the dependency on our artifact needs beside it. */
    private static final Pattern DRIVER = Pattern.compile("<dependency>\\s*<groupId>org.xerial</groupId>\\s*"
            + "<artifactId>sqlite-jdbc</artifactId>\\s*<version>([0-9.]+)</version>\\s*</dependency>\\s*");

    private static final Pattern DRIVER_VERSION = Pattern.compile("<sqlite\\.version>([0-9.]+)</sqlite\\.version>");

    private static final String VERSION = "0.1.0-SNAPSHOT";

    private final List<Block> blocks;
    private final List<NotRun> notRun;
    private final ClassPath classPath;
    private final Set<String> published;

    Checks(List<Block> blocks, List<NotRun> notRun) throws IOException {
        this.blocks = blocks;
        this.notRun = notRun;
        this.classPath = new ClassPath();
        this.published = Published.artifacts();
    }

    /** Returns what is wrong with {@code block}, or nothing. */
    List<String> of(Block block, Path directory) throws Exception {
        if (notRun.stream().anyMatch(one -> one.is(block))) {
            return List.of();
        }
        if (LanguageBlocks.areFor(block)) {
            return LanguageBlocks.check(block, directory);
        }
        return switch (block.language()) {
            case "java" -> java(block, directory);
            case "sh" -> ShellBlocks.check(block, notRun, directory);
            case "xml" -> dependencies(block);
            case "yaml" -> thrown(() -> SpringBlocks.start(block, directory));
            case "properties" -> settings(block);
            case "sql" -> thrown(() -> sql(block));
            case "json" -> thrown(() -> new ObjectMapper().readTree(block.text()));
            default ->
                List.of("nothing runs a block of '" + block.language()
                        + "': write a check, or list it in not-run.txt with a reason");
        };
    }

    private List<String> java(Block block, Path directory) throws Exception {
        JavaBlocks.Compiled compiled = JavaBlocks.compile(block, readers(block.file()), directory);
        if (!compiled.errors().isEmpty() || !block.text().contains("@Entity\n")) {
            return compiled.errors();
        }
        return thrown(() -> Units.persist(compiled));
    }

    /** A page that names artifacts names all that its code needs. */
    private String readers(String page) {
        Set<String> named = blocks.stream()
                .filter(block -> block.file().equals(page) && block.language().equals("xml"))
                .flatMap(block -> DEPENDENCY.matcher(block.text()).results().map(found -> found.group(1)))
                .filter(artifact -> artifact != null)
                .collect(Collectors.toSet());
        return named.isEmpty() ? ClassPath.whole() : classPath.with(named);
    }

    private List<String> dependencies(Block block) throws IOException {
        List<String> wrong = new ArrayList<>();
        DEPENDENCY
                .matcher(block.text())
                .results()
                .filter(found -> found.group(1) != null)
                .forEach(found -> {
                    if (!published.contains(found.group(1))) {
                        wrong.add("there is no artifact " + found.group(1));
                    }
                    if (!found.group(2).equals(VERSION)) {
                        wrong.add("the version is " + VERSION + ", and not " + found.group(2));
                    }
                });
        String driver = driverVersion();
        DRIVER.matcher(block.text())
                .results()
                .filter(found -> !found.group(1).equals(driver))
                .forEach(found -> wrong.add("this build tries the driver " + driver + ", and not " + found.group(1)));
        String ours =
                DRIVER.matcher(OF_BOOT.matcher(block.text()).replaceAll("")).replaceAll("");
        String rest = DEPENDENCY.matcher(ours).replaceAll("").strip();
        if (!rest.isEmpty()) {
            wrong.add("this is no dependency on an artifact of ours: " + rest);
        }
        return wrong;
    }

    private static String driverVersion() throws IOException {
        Matcher version = DRIVER_VERSION.matcher(Files.readString(Pages.ROOT.resolve("pom.xml")));
        return version.find() ? version.group(1) : "unknown";
    }

    private static List<String> settings(Block block) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(block.text()));
        Set<String> known = Stream.of(MintmarkSettings.class, AvailableSettings.class)
                .flatMap(type -> Stream.of(type.getFields()))
                .map(Checks::value)
                .collect(Collectors.toSet());
        return properties.stringPropertyNames().stream()
                .filter(name -> !known.contains(name))
                .map(name -> "neither Hibernate nor we have the setting " + name)
                .toList();
    }

    private static String value(Field constant) {
        try {
            return String.valueOf(constant.get(null));
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static void sql(Block block) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(block.text());
        }
    }

    /** Something to do that may fail. */
    private interface Step {
        void take() throws Exception;
    }

    private static List<String> thrown(Step step) {
        try {
            step.take();
            return List.of();
        } catch (Exception e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return List.of(cause.toString());
        }
    }
}
