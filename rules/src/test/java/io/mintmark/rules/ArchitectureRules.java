package io.mintmark.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * The rules of {@code docs/architecture.md} that byte code can show, for the code under one root package.
 *
 * <p>The root is a parameter so that the same rules judge the product ({@code io.mintmark}) and a small tree of
 * mistakes ({@code io.mintmark.rules.broken}), which shows that each of them can fail.
 */
final class ArchitectureRules {
    /** A rule and the simple name of the class that breaks it on purpose. */
    record Rule(ArchRule rule, String brokenBy) {
        @Override
        public String toString() {
            return rule.getDescription();
        }
    }

    private static final String[] JDK = {"java..", "org.jspecify.."};

    private static final String[] DATABASE_TYPES = {
        "java.sql..", "javax.sql..", "org.sqlite..", "org.postgresql..", "com.zaxxer.."
    };

    private final String root;

    private ArchitectureRules(String root) {
        this.root = root;
    }

    static List<Rule> under(String root) {
        ArchitectureRules rules = new ArchitectureRules(root);
        return Stream.of(rules.modules(), rules.server(), rules.indexes(), rules.storage(), rules.everywhere())
                .flatMap(List::stream)
                .toList();
    }

    private List<Rule> modules() {
        String[] core = {root, in("counter.."), in("range.."), in("hilo.."), in("document.."), in("internal..")};
        String[] numbers = {in("decimal.."), in("number.."), in("encoding.."), in("scramble.."), in("uuid..")};
        return List.of(
                new Rule(
                        classes()
                                .that()
                                .resideInAnyPackage(core)
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(with(JDK, core))
                                .because("core carries no run-time dependency: its users get one jar"),
                        "CoreUsesSlf4j"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("counter.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(in("range.."), in("hilo.."), in("document.."))
                                .because(
                                        "where a range lies and when it goes back is arithmetic, without any generator"),
                        "CounterUsesRange"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("range.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(in("hilo.."))
                                .because("a store gives ranges, and does not know who issues their numbers"),
                        "RangeUsesHiLo"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("hilo.supply.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(in("hilo"))
                                .because("ranges are had before they are needed in the same way for each order"),
                        "SupplyUsesHiLo"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("internal.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(in("counter.."), in("range.."), in("hilo.."), in("document.."))
                                .because("the toolbox lies below all that uses it"),
                        "ToolUsesRange"),
                new Rule(
                        classes()
                                .that()
                                .resideInAnyPackage(numbers)
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(with(with(JDK, core), numbers))
                                .because("numbers stands on core alone: its users get two jars"),
                        "NumberUsesProtocol"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAnyPackage(
                                        in("protocol.."), in("testkit.."), in("jdbc.."), in("server.."), in("client.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(numbers)
                                .because("users of counters and documents carry no id designs along"),
                        "JdbcUsesUuid"),
                new Rule(
                        classes()
                                .that()
                                .resideInAPackage(in("protocol.."))
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(with(with(JDK, core), in("protocol..")))
                                .because(
                                        "protocol holds names that travel: no JSON library, no I/O, nobody's internals"),
                        "ProtocolUsesServer"),
                new Rule(
                        classes()
                                .that()
                                .resideInAPackage(in("testkit.."))
                                .should()
                                .onlyDependOnClassesThat()
                                // JUnit carries the published contract kit; it is optional for everybody else.
                                .resideInAnyPackage(with(with(JDK, core), in("testkit.."), "org.junit.jupiter.."))
                                .because("strangers test their own range sources with it, without our server"),
                        "TestkitUsesProtocol"),
                new Rule(
                        classes()
                                .that()
                                .resideInAPackage(in("jdbc.."))
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(with(with(JDK, core), in("jdbc.."), "javax.sql.."))
                                .because("jdbc carries nothing to run: its users have a driver and a pool already"),
                        "JdbcUsesServer"),
                new Rule(
                        classes()
                                .that()
                                .resideInAPackage(in("hibernate.."))
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(with(
                                        with(JDK, core),
                                        in("hibernate.."),
                                        in("jdbc.."),
                                        "javax.sql..",
                                        "org.hibernate..",
                                        // Hibernate brings both.
                                        "jakarta.transaction..",
                                        "jakarta.persistence.."))
                                .because("hibernate is core behind one annotation, for whoever has Hibernate already"),
                        "HibernateUsesProtocol"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("hibernate.."))
                                .and()
                                .doNotHaveSimpleName("OwnTable")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(in("jdbc.."))
                                .because(
                                        "jdbc is optional there, so one class knows it, which is asked only if need be"),
                        "HibernateUsesJdbc"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("spring.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(in("server.."), in("cli.."), in("testkit.."))
                                .because("the starter stands on jdbc and hibernate, and brings no server"),
                        "SpringUsesTestkit"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(in("spring.."), in("hibernate.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(
                                        in("spring.."),
                                        in("hibernate.."),
                                        "org.springframework..",
                                        "org.hibernate..",
                                        "jakarta.persistence..")
                                .because("frameworks are at the edge: what they use can be used without them"),
                        "RangeUsesSpring"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("server.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(in("cli.."), in("testkit.."), in("client.."), in("jdbc.."))
                                .because("the server stands on core and protocol (and later cassandra), nothing else"),
                        "ServerUsesTestkit"),
                new Rule(
                        classes()
                                .that()
                                .resideInAPackage(in("client.."))
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(with(
                                        with(JDK, core),
                                        "javax.net.ssl..",
                                        in("protocol.."),
                                        in("client.."),
                                        "com.fasterxml.jackson.."))
                                .because(
                                        "the client stands on core, protocol, the JDK's HTTP and Jackson, nothing else"),
                        "ClientUsesServer"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("client.."))
                                .and()
                                .resideOutsideOfPackage(in("client.http.."))
                                .should()
                                .dependOnClassesThat()
                                .areAssignableTo(HttpClient.class)
                                .because("what carries bytes can be replaced in one package"),
                        "ClientCarriesBytes"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAnyPackage(in("client.json.."), in("client.jackson.."), in("client.naming.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(
                                        in("client"), in("client.cluster.."), in("client.hilo.."), in("client.http.."))
                                .because(
                                        "how an entity is written, or called, depends on no connection and no session"),
                        "ClientJsonUsesHttp"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackage(in("cli.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(in("cli.."))
                                .because("the command is the top: everything it does can be done without it"),
                        "DocumentUsesCli"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("cli.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(
                                        in("server.http.."),
                                        in("server.jetty.."),
                                        in("server.databases.."),
                                        in("server.storage.sqlite.."),
                                        in("server.storage.postgresql.."))
                                .allowEmptyShould(true)
                                .because(
                                        "the command starts a server by its front door, as any embedding program would"),
                        "CliUsesDatabases"),
                new Rule(
                        slices().assignedFrom(packagesUnderRoot())
                                .should()
                                .beFreeOfCycles()
                                .because("a package in a circle cannot be understood, tested or moved alone"),
                        "ReadUsesWrite"));
    }

    private List<Rule> server() {
        return List.of(
                new Rule(
                        noServerRoom(
                                        "http..",
                                        "",
                                        "access..",
                                        "databases..",
                                        "documents..",
                                        "indexes..",
                                        "json..",
                                        "conformance..",
                                        "storage..")
                                .because("http says how requests look; what they mean is decided elsewhere"),
                        "HttpUsesDatabases"),
                new Rule(
                        noServerRoom("http..", "admission..", "body..", "jetty..", "load..")
                                .because("an endpoint learns neither what carries its request nor how it was let in"),
                        "HttpUsesJetty"),
                new Rule(
                        noServerRoom(
                                        "jetty..",
                                        "",
                                        "access..",
                                        "databases..",
                                        "documents..",
                                        "indexes..",
                                        "json..",
                                        "conformance..",
                                        "storage..")
                                .because("what carries HTTP knows of endpoints what the contract says, nothing else"),
                        "JettyUsesDatabases"),
                new Rule(
                        noServerRoom(
                                        "body..",
                                        "",
                                        "access..",
                                        "databases..",
                                        "documents..",
                                        "indexes..",
                                        "jetty..",
                                        "json..",
                                        "load..",
                                        "conformance..",
                                        "storage..")
                                .because("bytes in memory belong to no connection"),
                        "BodyUsesJetty"),
                new Rule(
                        classes()
                                .that()
                                .resideInAPackage(in("server.admission.."))
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(with(
                                        JDK,
                                        in("server.admission.."),
                                        in("server.load.."),
                                        in("internal.."),
                                        "org.slf4j.."))
                                .because("who is let in, and when, depends neither on Jetty nor on what is asked for"),
                        "AdmissionUsesHttp"),
                new Rule(
                        classes()
                                .that()
                                .resideInAPackage(in("server.load.."))
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(with(JDK, in("server.load.."), "com.sun.management.."))
                                .because("fair shares are arithmetic, which knows nothing of what is shared"),
                        "LoadUsesAdmission"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(
                                        in("server"),
                                        in("server.admission.."),
                                        in("server.body.."),
                                        in("server.jetty.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(in("server.admission.."), in("server.body.."), in("server.jetty.."))
                                .because(
                                        "what answers requests is joined with what carries them in one place, the root"),
                        "DocumentsUseAdmission"),
                new Rule(
                        classes()
                                .that()
                                .resideInAPackage(in("server.tls.."))
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(with(
                                        JDK,
                                        root,
                                        in("internal.."),
                                        in("server.tls.."),
                                        in("server.files.."),
                                        "javax..",
                                        "org.slf4j.."))
                                .because("a certificate is judged by itself, whatever request comes with it"),
                        "TlsUsesHttp"),
                new Rule(
                        noServerRoom("access..", "", "databases..", "documents..", "indexes..", "json..", "storage..")
                                .because("who may is asked of the request alone, before any data is touched"),
                        "AccessUsesStorage"),
                new Rule(
                        noServerRoom(
                                        "storage..",
                                        "",
                                        "http..",
                                        "access..",
                                        "changes..",
                                        "databases..",
                                        "documents..",
                                        "indexes..")
                                .because("storage speaks of what the server means and never learns who asked, or how"),
                        "StorageUsesHttp"),
                new Rule(
                        noServerRoom(
                                        "conformance..",
                                        "",
                                        "access..",
                                        "databases..",
                                        "documents..",
                                        "indexes..",
                                        "storage..")
                                .because("what becomes of a member is a table, which says nothing of how it is done"),
                        "ConformanceUsesStorage"),
                new Rule(
                        noServerRoom(
                                        "changes..",
                                        "",
                                        "access..",
                                        "databases..",
                                        "documents..",
                                        "indexes..",
                                        "conformance..")
                                .because("changes are told to those who watch, whoever makes and keeps them"),
                        "ChangesUseDatabases"),
                new Rule(
                        noServerRoom(
                                        "backup..",
                                        "",
                                        "access..",
                                        "databases..",
                                        "documents..",
                                        "indexes..",
                                        "conformance..")
                                .because(
                                        "a backup reads what it is handed, of a server that runs or of one that is stopped"),
                        "BackupUsesDatabases"),
                new Rule(
                        noServerRoom("databases..", "", "access..", "documents..", "indexes..")
                                .because("documents stand on databases, databases on storage, never the other way"),
                        "DatabasesUseDocuments"),
                new Rule(
                        noServerRoom("documents..", "", "access..", "indexes..")
                                .because("documents do not know who put them behind which door"),
                        "DocumentsUseAccess"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(
                                        in("server"), in("server.maintenance"), in("server.storage.sqlite.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(in("server.storage.sqlite.."))
                                .because("only the place that chooses the engine may know which one it is"),
                        "DocumentsUseSql"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(
                                        in("server"), in("server.maintenance"), in("server.storage.postgresql.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(in("server.storage.postgresql.."))
                                .because("only the place that chooses the engine may know this one, either"),
                        "DocumentsUsePostgres"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("server.."))
                                .and()
                                .resideOutsideOfPackage(in("server.maintenance"))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(in("server.maintenance"))
                                .because("what an operator does to a stopped server is no part of one that runs"),
                        "DatabasesUseMaintenance"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(
                                        in("server.storage.sql.."),
                                        in("server.storage.sqlite.."),
                                        in("server.storage.postgresql.."),
                                        in("jdbc.."),
                                        in("hibernate.."),
                                        in("spring.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(DATABASE_TYPES)
                                .because("no SQL type crosses the storage border, so that other engines fit behind it"),
                        "StorageUsesConnection"),
                new Rule(
                        classes()
                                .that()
                                .resideInAPackage(in("server.json.."))
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(with(JDK, root, in("server.json.."), "com.fasterxml.jackson.."))
                                .because("json stands alone: Jackson and the family's exception, nothing of ours"),
                        "JsonUsesProtocol"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAnyPackage(
                                        in("server"),
                                        in("server.storage.."),
                                        in("server.databases.."),
                                        in("server.numbers.."),
                                        in("server.documents.."))
                                .should()
                                .dependOnClassesThat()
                                .areAssignableTo(ThreadLocal.class)
                                .because("what one package has to tell another is an argument"),
                        "DocumentsUseAThreadLocal"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackage(in("server.jetty.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("org.eclipse.jetty..")
                                .because("the engine that carries HTTP can be replaced in one package"),
                        "DocumentsUseJetty"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("server.."))
                                .and()
                                .resideOutsideOfPackage(in("server.body.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("com.github.luben..")
                                .because(
                                        "native code gets the bytes of others in one package, which judges them first"),
                        "DocumentsUseZstd"));
    }

    private List<Rule> indexes() {
        return List.of(
                new Rule(
                        noServerRoom(
                                        "indexes.expression..",
                                        "http..",
                                        "storage..",
                                        "indexes.plan..",
                                        "indexes.output..",
                                        "indexes.reduce..",
                                        "indexes.rows..",
                                        "indexes.linq..",
                                        "indexes.definition..",
                                        "indexes.script..")
                                .because("an expression is a function of values, whoever wrote it"),
                        "ExpressionUsesStorage"),
                new Rule(
                        noServerRoom(
                                        "indexes.rows..",
                                        "http..",
                                        "indexes.plan..",
                                        "indexes.output..",
                                        "indexes.reduce..",
                                        "indexes.linq..",
                                        "indexes.definition..",
                                        "indexes.script..")
                                .because("what is stored of an index does not know what is computed from it"),
                        "RowsUseReduce"),
                new Rule(
                        noServerRoom(
                                        "indexes.reduce..",
                                        "http..",
                                        "indexes.plan..",
                                        "indexes.linq..",
                                        "indexes.definition..",
                                        "indexes.script..")
                                .because("changes are followed in one way, whatever language a definition is in"),
                        "ReduceUsesPlan"),
                new Rule(
                        noServerRoom(
                                        "indexes.plan..",
                                        "http..",
                                        "indexes.linq..",
                                        "indexes.definition..",
                                        "indexes.script..")
                                .because("what is executed does not know how it was written"),
                        "PlanUsesLinq"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(in("javascript.."), in("server.indexes.script.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(in("javascript.."))
                                .because(
                                        "the engine is optional, so one package knows it, which is asked only if need be"),
                        "DocumentsUseJavaScript"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackage(in("javascript.child.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("org.graalvm..")
                                .because("scripts run in a process of their own, and nowhere else"),
                        "EngineRunsAScript"),
                new Rule(
                        classes()
                                .that()
                                .resideInAPackage(in("javascript.."))
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage(
                                        with(JDK, root, in("internal.."), in("javascript.."), "org.graalvm.."))
                                .because("the process for scripts carries nothing that it does not need"),
                        "ScriptsUseServer"));
    }

    private List<Rule> storage() {
        return Stream.of(engines(), sqlite(), postgres()).flatMap(List::stream).toList();
    }

    private List<Rule> engines() {
        String[] engine = {in("server.storage.sqlite.."), in("server.storage.postgresql..")};
        return List.of(
                new Rule(
                        noClasses()
                                .that()
                                .resideInAnyPackage(
                                        in("server.storage.group.."),
                                        in("server.storage.ondemand.."),
                                        in("server.storage.row.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(with(DATABASE_TYPES, engine))
                                .because("groups and places are the same whatever engine stands behind them"),
                        "GroupUsesConnection"),
                new Rule(
                        noClasses()
                                .that()
                                .resideInAPackage(in("server.storage.evaluation.."))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(
                                        with(with(DATABASE_TYPES, engine), in("server.storage.group.."), "java.nio.."))
                                .because("what a write comes to is decided by rows alone, however they come and go"),
                        "EvaluationUsesGroup"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(with(engine, in("server.storage.sql..")))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage(in("server.storage.sql.."))
                                .because("only engines that speak SQL know what they say alike"),
                        "GroupUsesSql"),
                new Rule(
                        noServerRoom("storage.sql..", "storage.sqlite..", "storage.postgresql..", "storage.group..")
                                .because("what engines say alike knows none of them"),
                        "SqlUsesEngine"),
                new Rule(
                        noServerRoom("storage.sqlite..", "storage.postgresql..")
                                .because("an engine knows no other: what both need lies beside them"),
                        "SqliteUsesPostgres"),
                new Rule(
                        noServerRoom("storage.postgresql..", "storage.sqlite..")
                                .because("an engine knows no other: what both need lies beside them"),
                        "PostgresUsesSqlite"));
    }

    private List<Rule> sqlite() {
        return List.of(
                new Rule(
                        noSqliteRoom("file..", "", "log..", "row..", "write..", "read..", "catalog..", "check..")
                                .because("files and connections are there before any table is"),
                        "FileUsesLog"),
                new Rule(
                        noSqliteRoom("log..", "", "row..", "write..", "read..", "catalog..", "check..")
                                .because("a log is judged before SQLite reads what is in it"),
                        "LogUsesRow"),
                new Rule(
                        noSqliteRoom("row..", "", "log..", "write..", "read..", "catalog..", "check..")
                                .because("what a row means does not depend on who writes or reads it"),
                        "RowUsesWrite"),
                new Rule(
                        noSqliteRoom("write..", "", "read..", "catalog..", "check..")
                                .because("the writer of one database knows neither its readers nor other databases"),
                        "WriteUsesRead"),
                new Rule(
                        noSqliteRoom("read..", "", "write..", "catalog..", "check..")
                                .because("reads go on when the writer stopped"),
                        "ReadUsesWrite"),
                new Rule(
                        noSqliteRoom("catalog..", "", "write..", "read..", "check..")
                                .because("the catalog lists databases, and opens none"),
                        "CatalogUsesWrite"),
                new Rule(
                        noSqliteRoom("check..", "", "read..")
                                .because("a check changes nothing, so it must not open what it checks"),
                        "CheckUsesEngine"));
    }

    private List<Rule> postgres() {
        return List.of(
                new Rule(
                        noPostgresRoom(
                                        "sql..",
                                        "",
                                        "pool..",
                                        "layout..",
                                        "claim..",
                                        "catalog..",
                                        "table..",
                                        "write..",
                                        "read..",
                                        "peers..",
                                        "restore..",
                                        "move..")
                                .because("statements and what their failures mean are there before any connection"),
                        "SqlUsesPool"),
                new Rule(
                        noPostgresRoom(
                                        "pool..",
                                        "",
                                        "layout..",
                                        "claim..",
                                        "catalog..",
                                        "table..",
                                        "write..",
                                        "read..",
                                        "peers..",
                                        "restore..",
                                        "move..")
                                .because("connections are there before any table is"),
                        "PoolUsesClaim"),
                new Rule(
                        noPostgresRoom(
                                        "layout..",
                                        "",
                                        "claim..",
                                        "catalog..",
                                        "table..",
                                        "write..",
                                        "read..",
                                        "peers..",
                                        "restore..",
                                        "move..")
                                .because("tables are there before anybody claims a tag"),
                        "LayoutUsesClaim"),
                new Rule(
                        noPostgresRoom(
                                        "claim..",
                                        "",
                                        "layout..",
                                        "catalog..",
                                        "table..",
                                        "write..",
                                        "read..",
                                        "peers..",
                                        "restore..",
                                        "move..")
                                .because("a node's life depends on nothing that it gives out"),
                        "ClaimUsesCatalog"),
                new Rule(
                        noPostgresRoom(
                                        "catalog..",
                                        "",
                                        "layout..",
                                        "table..",
                                        "write..",
                                        "read..",
                                        "peers..",
                                        "restore..",
                                        "move..")
                                .because("the catalog lists databases, and opens none"),
                        "CatalogUsesWriter"),
                new Rule(
                        noPostgresRoom(
                                        "table..",
                                        "",
                                        "pool..",
                                        "layout..",
                                        "claim..",
                                        "catalog..",
                                        "write..",
                                        "read..",
                                        "peers..",
                                        "restore..",
                                        "move..")
                                .because("a table's statements do not know which transaction they stand in"),
                        "TableUsesWriter"),
                new Rule(
                        noPostgresRoom("write..", "", "pool..", "layout..", "read..", "peers..", "restore..", "move..")
                                .because("the writer of one database knows not its readers"),
                        "WriterUsesReader"),
                new Rule(
                        noPostgresRoom(
                                        "read..",
                                        "",
                                        "pool..",
                                        "layout..",
                                        "claim..",
                                        "catalog..",
                                        "write..",
                                        "peers..",
                                        "restore..",
                                        "move..")
                                .because("reads go on when the writer stopped"),
                        "ReaderUsesEngine"));
    }

    private List<Rule> everywhere() {
        return List.of(
                new Rule(
                        noClasses()
                                .that()
                                // Java's certificates have their dates in the older type, and in no other.
                                .doNotHaveFullyQualifiedName(in("server.tls.Validity"))
                                .should()
                                .accessTargetWhere(readsTheClock())
                                .orShould()
                                .dependOnClassesThat()
                                .areAssignableTo(Date.class)
                                .because(
                                        "time comes through java.time.InstantSource, so that a test can turn the clock back"),
                        "RangeReadsTheClock"),
                new Rule(
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(
                                        in("server"), in("server.maintenance"), in("cli.."), in("testkit.."))
                                .and()
                                .doNotHaveSimpleName("Ticker")
                                .should()
                                .accessTargetWhere(calls(System.class, "nanoTime"))
                                .orShould()
                                .accessTargetWhere(calls(InstantSource.class, "system"))
                                .because("the real clock is chosen once, where a program starts"),
                        "RangeMeasuresTime"),
                new Rule(
                        noClasses()
                                .that(not(resideInAPackage(in("testkit.."))
                                        .or(simpleName("RandomBytes"))
                                        .or(simpleName("RandomSource"))))
                                .should()
                                .accessTargetWhere(rollsDice())
                                .because(
                                        "randomness comes through a one-method interface, so that a test can repeat it"),
                        "DocumentRollsDice"),
                new Rule(
                        noClasses()
                                .should()
                                .accessTargetWhere(changesCaseByLocale())
                                .because("names must compare alike on every machine, also on a Turkish one"),
                        "DocumentLowersCase"),
                new Rule(
                        noClasses()
                                .that(not(resideInAnyPackage(in("cli.."), in("testkit.."))))
                                .should()
                                .accessField(System.class, "out")
                                .orShould()
                                .accessField(System.class, "err")
                                .because("a library prints nothing: it throws, or logs through SLF4J in the server"),
                        "RangePrints"),
                new Rule(
                        classes()
                                .that()
                                .areAssignableTo(Throwable.class)
                                .and()
                                .resideOutsideOfPackage(in("cli.."))
                                .should()
                                .beAssignableTo(root + ".MintmarkException")
                                .because("a caller catches the whole family by one name (nobody calls the command)"),
                        "StrangeException"),
                new Rule(
                        noClasses()
                                .that(not(assignableTo(Throwable.class)))
                                .should()
                                .accessTargetWhere(makesANamelessThrowable())
                                .because("an exception without a type of its own can only be told apart by its text"),
                        "RangeThrowsAnything"),
                new Rule(
                        methods()
                                .that()
                                // The compiler's bridges repeat what a library's interface declares.
                                .doNotHaveModifier(JavaModifier.SYNTHETIC)
                                .should()
                                .notDeclareThrowableOfType(Exception.class)
                                .because("throws Exception tells a caller nothing and makes them catch everything"),
                        "RangeThrowsAnything"),
                new Rule(
                        fields().that()
                                .haveRawType(assignableTo(ThreadLocal.class))
                                .and()
                                .areStatic()
                                .should()
                                .bePrivate()
                                .andShould()
                                .beDeclaredInClassesThat()
                                .areNotPublic()
                                .because(
                                        "a value that a thread carries from package to package is an arrow nobody sees"),
                        "ThreadCarriesTheCaller"),
                new Rule(
                        fields().that()
                                .arePublic()
                                .should()
                                .beFinal()
                                .because("a field that anyone may write is nobody's invariant"),
                        "OpenField"),
                new Rule(
                        classes()
                                .that()
                                .areTopLevelClasses()
                                .and()
                                .areNotInterfaces()
                                .and()
                                .doNotHaveModifier(JavaModifier.ABSTRACT)
                                .and(not(simpleName("MintmarkException")))
                                // Sealed: it permits one kind of its own.
                                .and(not(simpleName("UnsafeCounterException")))
                                .should()
                                .haveModifier(JavaModifier.FINAL)
                                .because("a class is closed unless it was designed to be extended"),
                        "OpenClass"),
                new Rule(
                        classes()
                                .that()
                                .resideInAnyPackage(in("server.."), in("cli.."), in("hibernate.."), in("spring.."))
                                .should(resideInANullMarkedPackage())
                                .because("null is checked only where a package says that it is (core, protocol,"
                                        + " testkit and jdbc say it on their module)"),
                        "OpenClass"));
    }

    /** The package {@code from} of the server uses none of the others; "" is the server's own root package. */
    private ArchRule noServerRoom(String from, String... others) {
        String[] packages = Stream.of(others)
                .map(other -> other.isEmpty() ? in("server") : in("server." + other))
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(in("server." + from))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages);
    }

    /** The same for a package of the engine; "" is the one that joins the others. */
    private ArchRule noSqliteRoom(String from, String... others) {
        return noServerRoom(
                "storage.sqlite." + from,
                Stream.of(others)
                        .map(other -> other.isEmpty() ? "storage.sqlite" : "storage.sqlite." + other)
                        .toArray(String[]::new));
    }

    /** The same for the other engine. */
    private ArchRule noPostgresRoom(String from, String... others) {
        return noServerRoom(
                "storage.postgresql." + from,
                Stream.of(others)
                        .map(other -> other.isEmpty() ? "storage.postgresql" : "storage.postgresql." + other)
                        .toArray(String[]::new));
    }

    private String in(String packages) {
        return root + "." + packages;
    }

    private static String[] with(String[] some, String... more) {
        return Stream.of(some, more).flatMap(Stream::of).toArray(String[]::new);
    }

    private SliceAssignment packagesUnderRoot() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                return name.equals(root) || name.startsWith(root + ".")
                        ? SliceIdentifier.of(name)
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages under " + root;
            }
        };
    }

    private static DescribedPredicate<JavaAccess<?>> readsTheClock() {
        return calls(System.class, "currentTimeMillis")
                .or(call(
                        "java.time's now() without a clock",
                        target -> target.getOwner().getPackageName().equals("java.time")
                                && target.getName().equals("now")
                                && target.getRawParameterTypes().isEmpty()));
    }

    private static DescribedPredicate<JavaAccess<?>> rollsDice() {
        return calls(Math.class, "random")
                .or(calls(UUID.class, "randomUUID"))
                .or(calls(ThreadLocalRandom.class, "current"))
                .or(call(
                        "a generator of random numbers made",
                        target -> target.getName().equals("<init>")
                                && (target.getOwner().isAssignableTo(Random.class)
                                        || target.getOwner().isAssignableTo(SplittableRandom.class))));
    }

    private static DescribedPredicate<JavaAccess<?>> changesCaseByLocale() {
        return calls(String.class, "toLowerCase")
                .or(calls(String.class, "toUpperCase"))
                .and(call(
                        "no locale given",
                        target -> target.getRawParameterTypes().isEmpty()));
    }

    private static DescribedPredicate<JavaAccess<?>> makesANamelessThrowable() {
        return call(
                "new RuntimeException, Exception, Error or Throwable",
                target -> target.getName().equals("<init>")
                        && Stream.of(RuntimeException.class, Exception.class, Error.class, Throwable.class)
                                .anyMatch(target.getOwner()::isEquivalentTo));
    }

    private static DescribedPredicate<JavaAccess<?>> calls(Class<?> owner, String method) {
        return call(
                owner.getSimpleName() + "." + method,
                target -> target.getOwner().isEquivalentTo(owner)
                        && target.getName().equals(method));
    }

    /** Matches a call, and a method reference too. */
    private static DescribedPredicate<JavaAccess<?>> call(String description, Predicate<CodeUnitAccessTarget> matches) {
        return DescribedPredicate.describe(
                description,
                access -> access.getTarget() instanceof CodeUnitAccessTarget target && matches.test(target));
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package marked @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class.getName());
                events.add(new SimpleConditionEvent(
                        type, marked, type.getName() + (marked ? " is" : " is not") + " in a @NullMarked package"));
            }
        };
    }
}
