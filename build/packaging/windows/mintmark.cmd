@echo off
rem Runs Mintmark from a release on Windows: mintmark serve, mintmark --help
rem
rem   JAVA_HOME            which Java to use; default: the java on the PATH
rem   MINTMARK_JAVA_OPTS   further options for it, such as -Xmx256m; they win over those given here
rem
rem Further jars (a driver, say) can be put into the folder "lib" beside this file. Nothing is prepared for quick starts here.
setlocal DisableDelayedExpansion

rem The folder of this file, without its last backslash: one before a quote would be taken for a quoted quote.
set "home=%~dp0"
set "home=%home:~0,-1%"
rem No block in brackets has a path in it: a bracket in the path, as in "Program Files (x86)", would end it.
if not exist "%home%\mintmark.jar" goto no_jar

set "java=java.exe"
if defined JAVA_HOME goto java_home
where java.exe >nul 2>nul
if errorlevel 1 goto no_java
goto classes
:java_home
set "java=%JAVA_HOME%\bin\java.exe"
if not exist "%java%" goto no_java_home

:classes
set "path_of_classes=%home%\mintmark.jar"
if exist "%home%\lib\" set "path_of_classes=%path_of_classes%;%home%\lib\*"

rem A server takes other flags than a command that ends at once; the launcher for other systems says why.
set "flags=-XX:+UseSerialGC -Xms64m -XX:MinHeapFreeRatio=70 -XX:MaxHeapFreeRatio=85 -XX:-UsePerfData"
set "rest=-XX:TieredStopAtLevel=1"
for %%w in (%*) do (
  if "%%~w"=="serve" (
    set "rest=-XX:+ExitOnOutOfMemoryError -Dorg.eclipse.jetty.util.referencesPerCacheLine=16 -Djava.locale.providers=SPI -XX:CompileThresholdScaling=2"
  )
)
set "flags=%flags% %rest% --enable-native-access=ALL-UNNAMED"

"%java%" %flags% %MINTMARK_JAVA_OPTS% -cp "%path_of_classes%" io.mintmark.cli.Mintmark %*
exit /b %ERRORLEVEL%

:no_jar
echo mintmark: there is no "%home%\mintmark.jar": unpack the release again>&2
exit /b 1
:no_java
echo mintmark: no java found: install Java 17 or later, or set JAVA_HOME>&2
exit /b 1
:no_java_home
echo mintmark: there is no java in JAVA_HOME ("%JAVA_HOME%"): set it to a JDK or JRE of version 17 or later>&2
exit /b 1
